"""Twelve numeric problems: a reference, inputs, honest variants of other rounding, and careless ones."""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class NumericProblem:
    name: str
    reference: Callable
    draw: Callable
    honest: tuple[Callable, ...]
    draw_hard: Callable | None = None  # inputs on which `unstable` loses digits that the problem still has
    unstable: Callable | None = None


def in_type(dtype):
    """Take inputs and result through a shorter type; the result is float64, so that its dtype tells nothing."""

    def short(a):
        return a.astype(dtype).astype(np.float64) if isinstance(a, np.ndarray) and a.dtype.kind == "f" else a

    def wrap(function):
        def careless(*args):
            return _map(short, function(*[short(a) for a in args]))

        careless.__name__ = f"{function.__name__}_{np.dtype(dtype).name}"
        return careless

    return wrap


def rounded(decimals):
    def wrap(function):
        def careless(*args):
            return _map(lambda a: np.round(a, decimals), function(*args))

        careless.__name__ = f"{function.__name__}_rounded_{decimals}"
        return careless

    return wrap


LOW_PRECISION = (in_type(np.float32), in_type(np.float16), rounded(6))


def _map(change, result):
    return tuple(map(change, result)) if isinstance(result, tuple) else change(result)


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def softmax_by_logarithm(x):
    return np.exp(x - np.logaddexp.reduce(x, axis=-1, keepdims=True))


def softmax_about_the_mean(x):
    e = np.exp(x - x.mean(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def softmax_in_loops(x):
    rows = []
    for row in x:
        e = [math.exp(v - max(row)) for v in row]
        rows.append([v / math.fsum(e) for v in e])
    return np.array(rows)


def softmax_by_reciprocals(x):
    return 1.0 / np.exp(x[..., None, :] - x[..., :, None]).sum(axis=-1)


def draw_logits(rng):
    return (rng.normal(0, rng.choice([1, 5, 20]), (4, rng.randint(3, 40))),)


def logsumexp(x):
    m = x.max(axis=-1)
    return m + np.log(np.exp(x - m[..., None]).sum(axis=-1))


def logsumexp_reduced(x):
    return np.logaddexp.reduce(x, axis=-1)


def logsumexp_about_the_mean(x):
    m = x.mean(axis=-1)
    return m + np.log(np.exp(x - m[..., None]).sum(axis=-1))


def logsumexp_in_loops(x):
    return np.array([max(r) + math.log(math.fsum(math.exp(v - max(r)) for v in r)) for r in x.tolist()])


def logsumexp_log1p(x):
    s = np.sort(x, axis=-1)
    return s[..., -1] + np.log1p(np.exp(s[..., :-1] - s[..., -1:]).sum(axis=-1))


def variance(x):
    d = x - x.mean(axis=-1, keepdims=True)
    return (d * d).sum(axis=-1) / (x.shape[-1] - 1)


def variance_numpy(x):
    return np.var(x, axis=-1, ddof=1)


def variance_welford(x):
    mean, m2 = np.zeros(x.shape[:-1]), np.zeros(x.shape[:-1])
    for k in range(x.shape[-1]):
        delta = x[..., k] - mean
        mean = mean + delta / (k + 1)
        m2 = m2 + delta * (x[..., k] - mean)
    return m2 / (x.shape[-1] - 1)


def variance_of_pairs(x):
    n = x.shape[-1]
    return ((x[..., :, None] - x[..., None, :]) ** 2).sum(axis=(-1, -2)) / (2 * n * (n - 1))


def variance_shifted(x):
    s = x - x[..., :1]
    return ((s * s).sum(-1) - s.sum(-1) ** 2 / x.shape[-1]) / (x.shape[-1] - 1)


def variance_fsum(x):
    means = [math.fsum(r) / len(r) for r in x]
    return np.array(
        [math.fsum((v - m) ** 2 for v in r) / (len(r) - 1) for r, m in zip(x, means, strict=True)]
    )


def variance_one_pass(x):
    n = x.shape[-1]
    return ((x * x).sum(-1) - x.sum(-1) ** 2 / n) / (n - 1)


def draw_samples(rng):
    return (rng.normal(rng.choice([0, 10, 1e3]), rng.uniform(0.5, 3), (5, rng.randint(3, 60))),)


def draw_offset_samples(rng):
    return (rng.normal(0, 1, (4, rng.randint(4, 40))) + rng.uniform(1e5, 1e7, (4, 1)),)


def cosine(a, b):
    return np.sum(a * b, axis=-1) / (np.sqrt(np.sum(a * a, axis=-1)) * np.sqrt(np.sum(b * b, axis=-1)))


def cosine_einsum(a, b):
    return np.einsum("ij,ij->i", a, b) / np.sqrt(np.einsum("ij,ij->i", a, a) * np.einsum("ij,ij->i", b, b))


def cosine_of_directions(a, b):
    a = a / np.linalg.norm(a, axis=-1, keepdims=True)
    return np.array([u @ v for u, v in zip(a, b / np.linalg.norm(b, axis=-1, keepdims=True), strict=True)])


def cosine_in_loops(a, b):
    def one(u, v):
        return math.fsum(p * q for p, q in zip(u, v, strict=True)) / (math.hypot(*u) * math.hypot(*v))

    return np.array([one(u, v) for u, v in zip(a, b, strict=True)])


def draw_pairs(rng):
    n = rng.randint(2, 50)
    return rng.normal(0, 2, (6, n)), rng.normal(0.5, 1, (6, n))


def distances(a, b):
    return np.sqrt(((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=-1))


def distances_norm(a, b):
    return np.linalg.norm(a[:, None] - b[None], axis=-1)


def distances_einsum(a, b):
    d = a[:, None] - b[None]
    return np.sqrt(np.einsum("ijk,ijk->ij", d, d))


def distances_hypot(a, b):
    return np.hypot.reduce(a[:, None] - b[None], axis=-1)


def distances_in_loops(a, b):
    return np.array([[math.dist(p, q) for q in b] for p in a])


def distances_expanded(a, b):
    square = (a * a).sum(-1)[:, None] + (b * b).sum(-1)[None] - 2 * a @ b.T
    return np.sqrt(np.maximum(square, 0))


def draw_far_pairs(rng):
    n = rng.randint(2, 20)
    return rng.normal(1e5, 1, (5, n)), rng.normal(1e5, 1, (5, n))


def product(a, b):
    return a @ b


def product_einsum(a, b):
    return np.einsum("ik,kj->ij", a, b)


def product_of_columns(a, b):
    return sum(np.outer(a[:, k], b[k]) for k in reversed(range(a.shape[1])))


def product_in_loops(a, b):
    return np.array(
        [[math.fsum(p * q for p, q in zip(row, column, strict=True)) for column in b.T] for row in a]
    )


def product_broadcast(a, b):
    return (a[:, :, None] * b[None]).sum(axis=1)


def product_running(a, b):
    return np.cumsum(a[:, :, None] * b[None], axis=1)[:, -1]


def draw_matrices(rng):
    m, k, n = rng.randint(2, 12, 3)
    return rng.normal(0, 1, (m, k)), rng.normal(0, 1, (k, n))


def roots(a, b, c):
    q = -0.5 * (b + np.copysign(np.sqrt(b * b - 4 * a * c), b))
    return np.minimum(q / a, c / q), np.maximum(q / a, c / q)


def roots_halved(a, b, c):
    h = b / 2
    q = -(h + np.sign(h) * np.sqrt(h * h - a * c))
    return np.minimum(q / a, c / q), np.maximum(q / a, c / q)


def roots_monic(a, b, c):
    p, r = b / a, c / a
    large = np.where(p >= 0, -(p + np.sqrt(p * p - 4 * r)) / 2, (-p + np.sqrt(p * p - 4 * r)) / 2)
    return np.minimum(large, r / large), np.maximum(large, r / large)


def roots_in_loops(a, b, c):
    pairs = []
    for p, q, r in zip(a.tolist(), b.tolist(), c.tolist(), strict=True):
        s = math.sqrt(q * q - 4 * p * r)
        large = (-q - s) / (2 * p) if q > 0 else (-q + s) / (2 * p)
        pairs.append(sorted((large, r / (p * large))))
    return tuple(np.array(pairs).T.copy())


def roots_textbook(a, b, c):
    s = np.sqrt(b * b - 4 * a * c)
    return np.minimum((-b + s) / (2 * a), (-b - s) / (2 * a)), np.maximum(
        (-b + s) / (2 * a), (-b - s) / (2 * a)
    )


def draw_quadratics(rng):
    small, large = rng.uniform(0.5, 2, 8), rng.uniform(10, 30, 8) * rng.choice([-1, 1], 8)
    a = rng.uniform(0.5, 2, 8)
    return a, -a * (small + large), a * small * large


def draw_uneven_quadratics(rng):
    small, large = rng.uniform(0.5, 2, 8), rng.uniform(1e5, 1e7, 8) * rng.choice([-1, 1], 8)
    a = rng.uniform(0.5, 2, 8)
    return a, -a * (small + large), a * small * large


def sigmoid(x):
    e = np.exp(-np.abs(x))
    return np.where(x >= 0, 1.0, e) / (1 + e)


def sigmoid_plain(x):
    return 1 / (1 + np.exp(-x))


def sigmoid_of_logs(x):
    return np.exp(-np.logaddexp(0, -x))


def sigmoid_in_loops(x):
    flat = [1 / (1 + math.exp(-v)) if v > 0 else math.exp(v) / (1 + math.exp(v)) for v in x.ravel()]
    return np.array(flat).reshape(x.shape)


def sigmoid_tanh(x):
    return 0.5 * (1 + np.tanh(x / 2))


def draw_numbers(rng):
    return (rng.uniform(-15, 15, (3, rng.randint(2, 30))),)


def draw_negative_numbers(rng):
    return (rng.uniform(-30, -20, (3, rng.randint(2, 30))),)


def softplus(x):
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


def softplus_logaddexp(x):
    return np.logaddexp(0.0, x)


def softplus_of_sigmoid(x):
    return np.where(x > 0, x + np.log1p(np.exp(-np.abs(x))), np.log1p(np.exp(-np.abs(x))))


def softplus_in_loops(x):
    return np.array([[max(v, 0.0) + math.log1p(math.exp(-abs(v))) for v in row] for row in x])


def softplus_plain(x):
    return np.log(1 + np.exp(x))


def encoding(length, width):
    i = np.arange(width)
    angle = np.arange(length)[:, None] / 10000.0 ** (2 * (i // 2) / width)
    return np.where(i % 2 == 0, np.sin(angle), np.cos(angle))


def encoding_by_exponent(length, width):
    out = np.zeros((length, width))
    step = np.exp(np.arange(0, width, 2) * -(np.log(10000.0) / width))
    angle = np.arange(length)[:, None] * step
    out[:, 0::2] = np.sin(angle)
    out[:, 1::2] = np.cos(angle)[:, : width // 2]
    return out


def encoding_in_loops(length, width):
    out = np.zeros((length, width))
    for p in range(length):
        for i in range(width):
            angle = p * math.pow(10000.0, -2 * (i // 2) / width)
            out[p, i] = math.cos(angle) if i % 2 else math.sin(angle)
    return out


def encoding_complex(length, width):
    angle = np.outer(np.arange(length), np.power(1e4, -np.arange(0, width + 1, 2) / width))
    turn = np.exp(1j * angle)
    return np.stack([turn.imag, turn.real], axis=-1).reshape(length, -1)[:, :width]


def draw_lengths(rng):
    return int(rng.randint(2, 60)), int(rng.randint(2, 17))


def running(x):
    return np.cumsum(x, axis=-1)


def running_accumulate(x):
    return np.array([list(itertools.accumulate(row)) for row in x])


def running_triangle(x):
    return x @ np.triu(np.ones((x.shape[-1], x.shape[-1])))


def running_fsum(x):
    return np.array([[math.fsum(row[: k + 1]) for k in range(len(row))] for row in x])


def running_in_blocks(x):
    out = np.empty(x.shape)
    for start in range(0, x.shape[-1], 8):
        before = out[..., start - 1 : start] if start else 0.0
        out[..., start : start + 8] = before + np.add.accumulate(x[..., start : start + 8], axis=-1)
    return out


def draw_steps(rng):
    return (rng.normal(rng.choice([0, 1]), 1, (3, rng.randint(2, 80))),)


def solution(a, b):
    return np.linalg.solve(a, b)


def solution_inverse(a, b):
    return np.linalg.inv(a) @ b


def solution_qr(a, b):
    q, r = np.linalg.qr(a)
    y, x = q.T @ b, np.zeros_like(b)
    for i in reversed(range(len(b))):
        x[i] = (y[i] - r[i, i + 1 :] @ x[i + 1 :]) / r[i, i]
    return x


def solution_eliminated(a, b):
    a, b, n = a.copy(), b.copy(), len(b)
    for i in range(n):
        p = i + int(np.argmax(np.abs(a[i:, i])))
        a[[i, p]], b[[i, p]] = a[[p, i]], b[[p, i]]
        for j in range(i + 1, n):
            m = a[j, i] / a[i, i]
            a[j] -= m * a[i]
            b[j] -= m * b[i]
    for i in reversed(range(n)):
        b[i] = (b[i] - a[i, i + 1 :] @ b[i + 1 :]) / a[i, i]
    return b


def solution_least_squares(a, b):
    return np.linalg.lstsq(a, b, rcond=None)[0]


def draw_system(rng):
    n = rng.randint(2, 9)
    return rng.normal(0, 1, (n, n)) + n * np.eye(n), rng.normal(0, 1, n)


PROBLEMS = (
    NumericProblem(
        "softmax",
        softmax,
        draw_logits,
        (softmax_by_logarithm, softmax_about_the_mean, softmax_in_loops, softmax_by_reciprocals),
    ),
    NumericProblem(
        "logsumexp",
        logsumexp,
        draw_logits,
        (logsumexp_reduced, logsumexp_about_the_mean, logsumexp_in_loops, logsumexp_log1p),
    ),
    NumericProblem(
        "variance",
        variance,
        draw_samples,
        (variance_numpy, variance_welford, variance_of_pairs, variance_shifted, variance_fsum),
        draw_offset_samples,
        variance_one_pass,
    ),
    NumericProblem(
        "cosine similarity", cosine, draw_pairs, (cosine_einsum, cosine_of_directions, cosine_in_loops)
    ),
    NumericProblem(
        "pairwise distances",
        distances,
        draw_pairs,
        (distances_norm, distances_einsum, distances_hypot, distances_in_loops),
        draw_far_pairs,
        distances_expanded,
    ),
    NumericProblem(
        "matmul",
        product,
        draw_matrices,
        (product_einsum, product_of_columns, product_in_loops, product_broadcast, product_running),
    ),
    NumericProblem(
        "quadratic roots",
        roots,
        draw_quadratics,
        (roots_halved, roots_monic, roots_in_loops),
        draw_uneven_quadratics,
        roots_textbook,
    ),
    NumericProblem(
        "sigmoid",
        sigmoid,
        draw_numbers,
        (sigmoid_plain, sigmoid_of_logs, sigmoid_in_loops),
        draw_negative_numbers,
        sigmoid_tanh,
    ),
    NumericProblem(
        "softplus",
        softplus,
        draw_numbers,
        (softplus_logaddexp, softplus_of_sigmoid, softplus_in_loops),
        draw_negative_numbers,
        softplus_plain,
    ),
    NumericProblem(
        "positional encoding",
        encoding,
        draw_lengths,
        (encoding_by_exponent, encoding_in_loops, encoding_complex),
    ),
    NumericProblem(
        "cumulative sum",
        running,
        draw_steps,
        (running_accumulate, running_triangle, running_fsum, running_in_blocks),
    ),
    NumericProblem(
        "linear solve",
        solution,
        draw_system,
        (solution_inverse, solution_qr, solution_eliminated, solution_least_squares),
    ),
)
