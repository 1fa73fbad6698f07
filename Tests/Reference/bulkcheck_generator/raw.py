"""Numbers as they are to be written."""


class Raw(str):
    """A number in the digits it is to be written with."""
