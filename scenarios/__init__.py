"""Scenarios: lessons as YAML files, read strictly, and the director that plays their scripts. Knows no window."""
