// My attempts at the problem: the list, and one of them with its code and what was said of it.

import { badge, element, figure, outcome, printable, reportOf } from "./parts.js";
import { ask } from "./stream.js";

const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Show the attempts inside of `place`; `onLoad` gets the code of one that goes back into the editor. */
export function showAttempts(place, { slug, colour, onLoad, openHint }) {
  const list = place.querySelector(".attempts");
  const detail = place.querySelector(".attempt");
  const empty = place.querySelector(".empty");
  let asked = 0;

  const button = (attempt) => {
    const score = attempt.score === null ? "" : `score ${figure(attempt.score)}`;
    const made = element("button", { type: "button", class: "attempt-row", "data-id": attempt.id }, [
      badge(attempt.verdict),
      element("span", { class: "attempt-score" }, [score]),
      element("time", { class: "quiet", datetime: attempt.when }, [date.format(new Date(attempt.when))]),
    ]);
    made.addEventListener("click", () => open(attempt.id, made));
    return element("li", {}, [made]);
  };

  async function open(id, row) {
    const turn = ++asked;
    for (const other of list.querySelectorAll("button")) other.removeAttribute("aria-current");
    row.setAttribute("aria-current", "true");
    try {
      const attempt = await (await ask(`/api/attempts/${encodeURIComponent(id)}`)).json();
      if (turn !== asked) return;
      const code = element("code", {}, [printable(attempt.source, Infinity)]);
      colour(code);
      const load = element("button", { type: "button", class: "button" }, ["Load into the editor"]);
      load.addEventListener("click", () => onLoad(attempt.source));
      const title = element("h3", { tabindex: "-1" }, [`Attempt of ${date.format(new Date(attempt.when))}`]);
      detail.replaceChildren(
        element("div", { class: "head" }, [title, load]),
        element("pre", { class: "code", tabindex: "0", "aria-label": "The code of this attempt" }, [code]),
        outcome(attempt.verdict, attempt.score),
        attempt.html === null
          ? element("p", { class: "quiet" }, ["The report of this attempt is no longer kept."])
          : reportOf(attempt.html, { openHint }),
      );
      detail.hidden = false; // what is hidden neither takes the focus nor comes into sight
      title.focus({ preventScroll: true });
      detail.scrollIntoView({ block: "nearest" });
    } catch (error) {
      if (turn !== asked) return;
      detail.replaceChildren(element("p", { class: "fault" }, [error.message]));
      detail.hidden = false;
    }
  }

  return {
    async refresh() {
      try {
        const attempts = await (await ask(`/api/p/${encodeURIComponent(slug)}/attempts`)).json();
        empty.hidden = attempts.length > 0;
        const chosen = list.querySelector("[aria-current]")?.dataset.id;
        list.replaceChildren(...attempts.map(button));
        list.querySelector(`[data-id="${CSS.escape(chosen ?? "")}"]`)?.setAttribute("aria-current", "true");
      } catch (error) {
        empty.hidden = false;
        empty.textContent = error.message;
      }
    },
  };
}
