// The progress and the result of a run.

import { badge, element, figure, isRight, mark, outcome, plural, printable, reportOf, words } from "./parts.js";

const CELLS = 600; // more of them say no more than a bar does
const FAILING = 200;
const LIVE = 8;

function line(one) {
  return element("li", { class: `case ${mark(one.verdict)}` }, [
    badge(one.verdict), " ",
    element("strong", {}, [printable(one.name)]), " ",
    element("span", { class: "quiet" }, [`group ${one.group}`]),
    ...(one.message ? [element("p", {}, [printable(one.message)])] : []),
  ]);
}

/** Show runs inside of `place`. */
export function showResults(place, { openHint }) {
  const [status, progress, headline, live, report] =
    ["status", "progress", "headline", "live", "report"].map((name) => place.querySelector(`.run-${name}`));
  let kind, total, done, right, wrong, cells;

  // What is said to a screen reader; seen only where nothing else on the page says it.
  const say = (text, { seen = true } = {}) => {
    status.textContent = text;
    place.classList.toggle("told", !seen);
  };

  // In one column what comes grows out of sight; keep the position of a reader who scrolled elsewhere.
  function follow() {
    const { top } = place.getBoundingClientRect();
    if (top >= 0 && top < innerHeight) place.scrollIntoView({ block: "nearest" });
  }

  function count() {
    progress.querySelector(".count").textContent =
      `${done} of ${plural(total, "case", "cases")}${wrong ? `, ${wrong} wrong` : ""}`;
  }

  function verdict(value, score) {
    headline.replaceChildren(kind === "submit"
      ? outcome(value, score)
      : outcome(value, null, `${right} of ${plural(total, "sample", "samples")} right`));
  }

  function failing(cases) {
    const wrongOnes = cases.filter((one) => !isRight(one.verdict));
    if (kind !== "submit" || new Set(wrongOnes.map((one) => one.message)).size < 2) return []; // said already
    const more = wrongOnes.length - FAILING;
    return [element("details", { class: "all-failing" }, [
      element("summary", {}, [`All ${wrongOnes.length} failing cases`]),
      element("ul", { class: "cases" }, wrongOnes.slice(0, FAILING).map(line)),
      ...(more > 0 ? [element("p", { class: "quiet" }, [`and ${more} more`])] : []),
    ])];
  }

  return {
    begin(what) {
      kind = what;
      total = done = right = wrong = 0;
      cells = null;
      place.dataset.state = "running";
      place.scrollTop = 0;
      place.scrollIntoView({ block: "nearest" });
      report.setAttribute("aria-busy", "true");
      progress.hidden = true;
      for (const part of [headline, live, report]) part.replaceChildren();
      say(kind === "submit" ? "Submitting …" : "Running the samples …");
    },
    queued(before) {
      say(before ? `Waiting: ${plural(before, "run is", "runs are")} before yours.` : "Next to run.");
    },
    started(cases) {
      total = cases;
      progress.hidden = false;
      cells = progress.querySelector(".cells");
      cells.replaceChildren(...Array.from({ length: Math.min(cases, CELLS) }, () => element("i")));
      count();
      say(kind === "submit" ? "Running all cases …" : "Running the samples …");
    },
    case(one) {
      done += 1;
      if (isRight(one.verdict)) right += 1;
      else wrong += 1;
      const cell = cells?.children[Math.floor(((done - 1) * cells.children.length) / Math.max(total, done))];
      if (cell && cell.className !== "wrong") cell.className = mark(one.verdict);
      count();
      if ((kind === "samples" || !isRight(one.verdict)) && live.children.length < LIVE) live.append(line(one));
    },
    verdict(value, score) {
      verdict(value, score);
      say(isRight(value) ? words(value) : `${words(value)}. Looking for the smallest failing input …`);
      follow();
    },
    result(result, html) {
      place.dataset.state = "done";
      report.removeAttribute("aria-busy");
      right = result.cases.filter((one) => isRight(one.verdict)).length;
      total = result.cases.length || total;
      verdict(result.verdict, result.score);
      live.replaceChildren();
      report.replaceChildren(reportOf(html, { openHint }), ...failing(result.cases));
      say(kind === "submit"
        ? `${words(result.verdict)}${result.score === null ? "" : `, score ${figure(result.score)} of 100`}.`
        : `${right} of ${plural(total, "sample", "samples")} right.`, { seen: false });
      follow();
    },
    stop(text, { fault = false } = {}) {
      place.dataset.state = "done";
      report.removeAttribute("aria-busy");
      live.replaceChildren();
      say(text, { seen: !fault });
      if (fault) headline.replaceChildren(element("p", { class: "fault" }, [printable(text)]));
      follow();
    },
  };
}
