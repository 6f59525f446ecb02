"""Operator folders as the public repositories lay them out: found, built, run, reported on."""
