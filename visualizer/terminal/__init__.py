"""The command line: commands, tables, progress."""
