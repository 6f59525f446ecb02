"""Text of others, fit to be shown."""

LONGEST = 500  # characters of an error


def printable(text: str) -> str:
    """Without what would move the cursor, colour the terminal or ring its bell."""
    return "".join(one if one.isprintable() else "�" for one in text.replace("\t", " "))


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 4] + " ..."
