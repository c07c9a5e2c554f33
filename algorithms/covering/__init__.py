"""Algorithm X with dancing links."""
