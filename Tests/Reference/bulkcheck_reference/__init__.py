"""A slow, plain second implementation of the contract, to compare the fast one with."""

import sys

# The reader descends by recursion, up to 512 brackets; numbers may have any number of digits.
sys.setrecursionlimit(10_000)
sys.set_int_max_str_digits(0)
