"""Errors that the caller can mend."""


class Refused(Exception):
    """What the caller has to change, in one line."""
