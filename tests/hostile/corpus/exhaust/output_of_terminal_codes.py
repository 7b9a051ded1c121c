# attack: prints escape sequences, bidirectional controls and bytes that are no text
# expect: WA
# must-not: judge fault; a forged answer counts
# probe: raw control characters in what the judge prints
import os

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    print("\x1b[2J\x1b]0;AC\x07\u202eAC\u2066<script>=1+1\r\n\x00")
    os.write(1, bytes(range(256)))
    return np.zeros_like(x, dtype=float)
