import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.report.formula import formula


@pytest.mark.parametrize(
    ("source", "want"),
    [
        (r"\sigma^2 = \frac{1}{d} \sum_{i=1}^{d} (x_i - \mu)^2", "σ² = 1/d ∑ᵢ₌₁ᵈ (xᵢ − μ)²"),
        (r"\hat{x} = \dfrac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}}", "x̂ = (x − μ)/√(σ² + ε)"),
        (r"\mathrm{out}_i = \gamma_i \, \hat{x}_i + \beta_i", "outᵢ = γᵢ x̂ᵢ + βᵢ"),
        (r"a \qquad b", "a   b"),
        (r"\frac{1}{n}\sum_i x_i", "1/n ∑ᵢ xᵢ"),
        (r"1{,}024", "1,024"),
        (r"10^{-5}", "10⁻⁵"),
        (r"d_\mathrm{model}", "d_model"),
        (r"x \in \mathbb{R}^{n \times d}", "x ∈ ℝ^(n × d)"),
        (r"A^\top B^T", "Aᵀ Bᵀ"),
        (r"\left( \frac{a+b}{c} \right)", "((a+b)/c)"),
        (r"\left. x \right|", "x |"),
        (r"\overline{x^2} - \mu^2", "x̅²̅ − μ²"),
        (r"\sqrt[3]{x} \le \sqrt{2}", "³√x ≤ √2"),
        (r"\lVert x \rVert_2", "‖ x ‖₂"),
        (r"\begin{aligned} a &= b \\ c &= d \end{aligned}", "a = b\nc = d"),
        (r"\{1, \dots, n\}", "{1, …, n}"),
        (r"\unknown{x}", "unknownx"),
        (r"f'(x)", "f′(x)"),
        (r"\text{if } x > 0", "if x > 0"),
        (r"x^{a_b}", "x^(a_b)"),
        (r"x_a^b y_a^b", "xₐᵇ yₐᵇ"),
        ("x'^2", "x′²"),
        (r"\left\{ \left( x \right) \right.", "{ (x)"),
    ],
)
def test_a_formula_reads_as_text(source, want):
    assert formula(source) == want


PIECES = [*"ab1{}^_[]()\\ &$-'~", r"\frac", r"\sqrt", r"\hat", r"\left", r"\begin", r"\mathbb", r"\,", "\\\\"]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
@settings(deadline=None)
def test_no_source_makes_it_fail(source):
    shown = formula(source)
    assert shown is None or "\n\n" not in shown


@pytest.mark.parametrize(
    "source",
    [
        "{", "}", "a}", r"\frac{1}", r"\frac", r"\frac{1}}", r"\sqrt", r"\sqrt[3", r"\hat", r"\mathbb", r"\text{a", "x^", "a_", "x^^2",
        "x^a^b", "x_a_b", "x_a ^b _c", r"\left( x", r"\left", r"\right)", r"\left(a\right", r"{\left( x}\right)", r"\end{a}",
        r"\begin{a}x", r"\begin{a}x\end{b}", r"\begin{left}x\right", "x" * 5000, "{" * 100 + "}" * 100,
    ],
)  # fmt: skip
def test_what_is_no_formula_cannot_be_read(source):
    assert formula(source) is None


@pytest.mark.parametrize("source", ["{" * 4000, r"\sqrt" * 800, "^" * 4000, r"\frac{" * 700, "x_" * 2000])
def test_deep_and_long_sources_come_to_an_end(source):
    start = time.process_time()
    formula(source * 3)
    assert time.process_time() - start < 5  # a guard against exponential growth only
