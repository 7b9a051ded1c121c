// Pieces of the page. Text always goes in as text; only a report, which the server escaped, is HTML.

// The verdicts, as the page hands them over: { code: [title, style] }, and which of them is right.
const { verdicts: VERDICTS, right: RIGHT } = JSON.parse(document.getElementById("data").textContent);

export const isRight = (verdict) => verdict === RIGHT;

export const words = (verdict) => VERDICTS[verdict]?.[0] ?? verdict;

/** Return an element with `attributes` and `children`, strings being text. */
export function element(name, attributes = {}, children = []) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const style = (verdict) => VERDICTS[verdict]?.[1] ?? "bad";

/** Return whether a case was `right`, `wrong` or `skipped`: the name of its class. */
export const mark = (verdict) => (isRight(verdict) ? "right" : style(verdict) === "quiet" ? "skipped" : "wrong");

export const badge = (verdict) => element("b", { class: `verdict ${style(verdict)}`, title: words(verdict) }, [verdict]);

/** Return at most `limit` characters of `text`, what is not printable or turns the direction as an escape. */
export function printable(text, limit = 500) {
  const cut = text.length > limit ? `${text.slice(0, limit)}… (${text.length - limit} more characters)` : text;
  return cut.replace(/[^\P{C}\n\t]|[\p{Zl}\p{Zp}]/gu, (one) => `\\u{${one.codePointAt(0).toString(16)}}`);
}

/** Return a line that says verdict, in `what` the words for it, and score. */
export function outcome(verdict, score, what = words(verdict)) {
  const points = score === null ? [] : [
    element("span", { class: "score" }, ["Score ", element("b", {}, [figure(score)]), " of 100"]),
  ];
  return element("p", { class: `outcome ${style(verdict)}` }, [badge(verdict), element("strong", {}, [what]), ...points]);
}

export const figure = (number) => String(Math.round(number * 100) / 100);

export const plural = (n, one, many) => `${n} ${n === 1 ? one : many}`;

/** Return a report's HTML as an element; the commands for a hint become buttons that open it. */
export function reportOf(html, { openHint }) {
  const template = document.createElement("template");
  template.innerHTML = html;
  const report = element("div", {}, [template.content]);
  for (const code of report.querySelectorAll("code")) {
    const hint = /^grader show \S+ --hint (\d+)$/.exec(code.textContent);
    if (!hint) continue;
    const open = element("button", { type: "button", class: "link" }, [`open hint ${hint[1]}`]);
    open.addEventListener("click", () => openHint(Number(hint[1])));
    code.replaceWith(open);
  }
  return report;
}
