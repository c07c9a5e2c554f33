"""How counting is seen: of placements of mines, of deals of cards."""
