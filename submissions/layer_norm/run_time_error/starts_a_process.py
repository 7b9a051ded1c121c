"""Starts a process to find out about the machine."""

import subprocess

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    subprocess.run(["uname", "-a"], check=True)
    mean = x.mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + beta
