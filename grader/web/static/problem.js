// The page of a problem: read on one side, write, run and submit on the other.

import { showAttempts } from "./attempts.js";
import { Draft } from "./draft.js";
import { colour, createEditor } from "./editor.js";
import { element, isRight, plural } from "./parts.js";
import { showResults } from "./results.js";
import { makeSplit } from "./split.js";
import { Refused, cancel, run } from "./stream.js";

const about = JSON.parse(document.getElementById("data").textContent);
const { slug, starter, nonce } = about;
const by = (id) => document.getElementById(id);
const section = (name) => document.querySelector(`[aria-labelledby="to-${name}"]`);

for (const part of ["bar", "editor", "keys"]) by(part).hidden = false; // of no use without this script

// Notices: at most one, with what can be done about it.

function notify(text, actions = {}) {
  by("notice").dataset.about = "";
  const buttons = Object.entries(actions).map(([label, act]) => {
    const made = element("button", { type: "button", class: "button" }, [label]);
    made.addEventListener("click", () => { notify(""); act(); });
    return made;
  });
  by("notice").replaceChildren(...(text ? [element("p", {}, [text]), ...buttons] : []));
}

// The text

function replaceText(text, said) {
  const before = editor.text();
  if (before === text) return;
  editor.replace(text);
  notify(said, { Undo: () => { editor.replace(before); editor.focus(); } });
}

const draft = new Draft(slug, starter, (other) => {
  if (other === null) {
    if (by("notice").dataset.about === "other") notify("");
    return;
  }
  notify("Another tab has different code for this problem.", {
    "Show it here": () => { replaceText(other, "Now showing the code of the other tab."); },
    "Keep this one": () => draft.settle(),
  });
  by("notice").dataset.about = "other";
});

const editor = createEditor({
  parent: by("editor"),
  text: draft.text,
  nonce,
  attributes: { "aria-label": "Your solution, Python", "aria-describedby": "keys", tabindex: "0" },
  onChange: () => draft.keep(editor.text()),
});

by("reset").addEventListener("click", () => {
  if (editor.text() === starter) return notify("This is the starter code.");
  by("ask").returnValue = "no";
  by("ask").showModal();
});
by("ask").addEventListener("close", () => {
  if (by("ask").returnValue === "yes") replaceText(starter, "The starter code is restored.");
  editor.focus();
});

// Reading

function openHint(number) {
  const hint = section("hints").querySelectorAll("details")[number - 1];
  by("to-hints").click();
  if (!hint) return;
  hint.open = true;
  hint.querySelector("summary").focus();
}

const attempts = about.history
  ? showAttempts(section("attempts"), {
      slug, colour, openHint,
      onLoad: (source) => { replaceText(source, "The code of the attempt is in the editor."); editor.focus(); },
    })
  : null;

function count(verdict) {
  about.attempts += 1;
  about.solved ||= isRight(verdict);
  by("standing").textContent = `${about.solved ? "Solved" : "Not solved yet"} · ${plural(about.attempts, "attempt", "attempts")}`;
}

// Running

makeSplit(by("handle"), by("desk"));
const results = showResults(by("results"), { openHint });
let going = null; // { id, abort } of the run that is on its way

function busy(isBusy) {
  for (const name of ["run", "submit"]) by(name).setAttribute("aria-disabled", String(isBusy));
  by("cancel").hidden = !isBusy;
}

// The line of the first message that names one of the learner's own.
function namedLine(result) {
  const failing = result.cases.find((one) => one.verdict === result.verdict);
  const found = /\(line (\d+)\b/.exec(result.message ?? failing?.message ?? "");
  return found ? Number(found[1]) : null;
}

const on = {
  queued: ({ run: id, place }) => { going.id = id; results.queued(place); },
  started: ({ run: id, cases }) => { going.id = id; results.started(cases); },
  case: (one) => results.case(one),
  verdict: ({ verdict, score }) => results.verdict(verdict, score),
  result: ({ result, html, attempt }) => {
    results.result(result, html);
    editor.markLine(namedLine(result));
    if (attempt !== null) count(result.verdict);
    else if (about.history && result.score !== null) {
      notify("This attempt was not recorded. The terminal of grader serve shows the reason.");
    }
  },
  cancelled: () => results.stop("Cancelled."),
  fault: ({ message }) => results.stop(message, { fault: true }),
};
const LAST = new Set(["result", "cancelled", "fault"]);

async function start(kind) {
  if (going) return;
  const mine = { id: null, abort: new AbortController() };
  going = mine;
  busy(true);
  draft.flush();
  editor.markLine(null);
  results.begin(kind);
  let ended = false;
  try {
    for await (const [name, data] of run(slug, kind, editor.text(), mine.abort.signal)) {
      on[name]?.(data);
      ended ||= LAST.has(name);
    }
    if (!ended) results.stop("The connection was lost. Is grader serve still running in your terminal?", { fault: true });
  } catch (error) {
    if (error.name === "AbortError") results.stop("Cancelled.");
    else if (error instanceof Refused) results.stop(error.message, { fault: true });
    else throw error;
  } finally {
    going = null;
    if (document.activeElement === by("cancel")) by(kind === "submit" ? "submit" : "run").focus();
    busy(false);
  }
  if (kind === "submit") await attempts?.refresh();
}

by("run").addEventListener("click", () => start("samples"));
by("submit").addEventListener("click", () => start("submit"));
by("cancel").addEventListener("click", async () => {
  const mine = going;
  if (!mine) return;
  try {
    if (mine.id === null) throw new Refused("not yet known");
    await cancel(mine.id);
  } catch {
    mine.abort.abort(); // a client that goes away cancels its run, too
  }
});

// Before the editor, which would begin a line.
addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.altKey || by("ask").open) return;
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat) start(event.shiftKey ? "submit" : "samples");
}, { capture: true });

busy(false);
await attempts?.refresh();
