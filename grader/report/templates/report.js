"use strict";
(() => {
  const [KEY, ID, NAME, VERDICT, SCORE, MESSAGE, POINTS, CASES, FAILING, MISTAKES, EXAMPLE, NOTES] = Array(12).keys();
  const PAGE = 50;

  const { about, rows } = JSON.parse(document.getElementById("data").textContent);
  const ORDER = about.verdicts.map(([code]) => code); // with what stands for a case that was not run
  const TITLES = Object.fromEntries(about.verdicts.map(([code, title]) => [code, title]));
  const OF_LETTER = Object.fromEntries(about.verdicts.map(([code, , letter]) => [letter, code]));
  const OF_VERDICT = Object.fromEntries(about.verdicts.map(([code, , letter]) => [code, letter]));
  const RIGHT = about.right;
  const isRight = (letter) => OF_LETTER[letter] === RIGHT;
  const said = (letter) => (isRight(letter) ? "right" : TITLES[OF_LETTER[letter]]);
  const $ = (id) => document.getElementById(id);
  const cases = about.cases, groups = about.groups, summary = about.summary;
  const plural = (n, one) => `${n.toLocaleString("en")} ${one}${n === 1 ? "" : "s"}`;
  const figure = (x) => (x === null || x === undefined ? "–" : String(Math.round(x * 100) / 100));
  const words = (name) => name.replaceAll("_", " ");
  const percent = (n, of) => (of ? `${Math.round((100 * n) / of)} %` : "–");

  // Everything on the page is made here, and only as text: no part of the data is ever read as markup.
  function make(tag, options = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(options)) {
      if (name === "class") element.className = value;
      else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value !== false && value !== null) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }
  const badge = (verdict) => make("span", { class: `badge c-${verdict}`, title: TITLES[verdict] }, verdict);
  const letters = (row) => row[CASES] || OF_VERDICT[row[VERDICT]].repeat(cases.length);

  const state = { search: "", verdict: "", mistake: "", failed: -1, sort: "key", down: false, page: 0 };
  let shown = rows.map((_, n) => n);
  let heatRows = [];
  const haystack = rows.map((row) =>
    [row[KEY], row[ID], row[NAME], row[VERDICT], row[MESSAGE], ...row[MISTAKES].map((m) => words(m[0]))].join("\n").toLowerCase());

  // ---- figures -------------------------------------------------------------------------------------------

  function tiles() {
    const right = summary.verdicts[RIGHT] || 0;
    const figures = [
      [summary.submissions.toLocaleString("en"), "submissions"],
      [percent(right, summary.submissions), `accepted (${right.toLocaleString("en")})`],
      [figure(summary.score.mean), "mean score of 100"],
      [figure(summary.score.median), "median score"],
    ];
    if (about.roster) figures.push([about.missing.length.toLocaleString("en"), "handed nothing in"]);
    if (summary.not_graded.length) figures.push([summary.not_graded.length.toLocaleString("en"), "files not graded"]);
    for (const [value, label] of figures)
      $("tiles").append(make("div", { class: "tile", role: "listitem" }, make("b", {}, value), make("span", {}, label)));
    const known = summary.mistakes.length ? `; most often: ${words(summary.mistakes[0].mistake)}` : "";
    $("lead").textContent = `${plural(summary.submissions, "submission")}, ${plural(cases.length, "case")} each${known}.`;
  }

  function bars(into, list, none) {
    const most = Math.max(1, ...list.map((bar) => bar.of || bar.n));
    if (!list.length) into.append(make("p", { class: "hint" }, none));
    for (const bar of list) {
      const fill = make("span", { class: "fill" });
      fill.style.width = `${(100 * bar.n) / most}%`;
      if (bar.colour) fill.style.background = `var(--${bar.colour})`;
      const parts = [
        make("span", { class: "label" }, ...(bar.badge ? [badge(bar.badge), ` ${bar.label}`] : [bar.label])),
        make("span", { class: "track", "aria-hidden": "true" }, fill),
        make("span", { class: "n" }, bar.note),
      ];
      into.append(bar.choose
        ? make("button", { class: "bar", type: "button", onclick: bar.choose }, ...parts)
        : make("div", { class: "bar" }, ...parts));
    }
  }

  function histogram() {
    const scores = rows.map((row) => row[SCORE]).filter((score) => score !== null);
    const bins = Array.from({ length: 11 }, (_, n) => ({ n: 0, label: n === 10 ? "100" : `${n * 10}–${n * 10 + 9}` }));
    for (const score of scores) bins[Math.min(10, Math.floor(score / 10))].n += 1;
    const most = Math.max(1, ...bins.map((bin) => bin.n));
    const wide = 560, high = 190, base = 160, step = wide / bins.length;
    const node = (tag, attributes, text) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
      if (text !== undefined) made.textContent = text;
      return made;
    };
    const told = bins.filter((bin) => bin.n).map((bin) => `${bin.label}: ${bin.n}`).join(", ");
    const svg = node("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": `Histogram of scores. ${told || "No scores."}` });
    bins.forEach((bin, n) => {
      const tall = (bin.n / most) * (base - 26);
      svg.append(node("rect", { x: n * step + 4, y: base - tall, width: step - 8, height: tall, rx: 3 }));
      if (bin.n) svg.append(node("text", { x: (n + 0.5) * step, y: base - tall - 6, "text-anchor": "middle", class: "count" }, bin.n));
      svg.append(node("text", { x: (n + 0.5) * step, y: base + 18, "text-anchor": "middle" }, bin.label));
    });
    svg.append(node("line", { x1: 0, x2: wide, y1: base, y2: base }));
    $("histogram").append(svg);
  }

  // ---- the table -----------------------------------------------------------------------------------------

  const columns = [
    { id: "key", title: "Submission", of: (row) => row[KEY] },
    ...(about.roster ? [
      { id: "id", title: "Id", of: (row) => row[ID] },
      { id: "name", title: "Name", of: (row) => row[NAME] },
    ] : []),
    { id: "verdict", title: "Verdict", of: (row) => ORDER.indexOf(row[VERDICT]) },
    { id: "score", title: "Score", number: true, of: (row) => (row[SCORE] === null ? -1 : row[SCORE]) },
    ...groups.map(([name, points], n) => ({ id: `group ${name}`, title: words(name), group: n, number: true, points,
      of: (row) => (row[POINTS][n] === null ? -1 : row[POINTS][n]) })).filter((column) => column.points),
    { id: "message", title: "Reason", of: (row) => row[MESSAGE] },
  ];
  const compare = (a, b) => (typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true }));

  function head() {
    for (const column of columns) {
      const button = make("button", { type: "button", onclick: () => sortBy(column.id) }, column.title);
      $("head").append(make("th", { scope: "col", id: `col-${column.id.replaceAll(" ", "-")}`, class: column.number ? "num" : "" }, button));
    }
    const option = (value, label) => make("option", { value }, label);
    $("by-verdict").append(option("", "all"), ...ORDER.filter((v) => summary.verdicts[v]).map((v) => option(v, `${v} – ${TITLES[v]}`)));
    $("by-mistake").append(option("", "all"), ...summary.mistakes.map((m) => option(m.mistake, words(m.mistake))));
  }

  function sortBy(id) {
    state.down = state.sort === id ? !state.down : id === "score" || id.startsWith("group ");
    state.sort = id;
    state.page = 0;
    filter();
  }

  function filter() {
    const terms = state.search.toLowerCase().split(/\s+/).filter(Boolean);
    shown = [];
    rows.forEach((row, n) => {
      if (state.verdict && row[VERDICT] !== state.verdict) return;
      if (state.mistake && !row[MISTAKES].some((m) => m[0] === state.mistake)) return;
      if (state.failed >= 0 && isRight(letters(row)[state.failed])) return;
      if (terms.every((term) => haystack[n].includes(term))) shown.push(n);
    });
    const column = columns.find((one) => one.id === state.sort);
    const sign = state.down ? -1 : 1;
    shown.sort((a, b) => sign * compare(column.of(rows[a]), column.of(rows[b])) || a - b);
    state.page = Math.min(state.page, Math.max(0, Math.ceil(shown.length / PAGE) - 1));
    for (const one of columns)
      $(`col-${one.id.replaceAll(" ", "-")}`).setAttribute("aria-sort", one.id !== state.sort ? "none" : state.down ? "descending" : "ascending");
    $("by-verdict").value = state.verdict;
    $("by-mistake").value = state.mistake;
    if ($("search").value !== state.search) $("search").value = state.search;
    const failed = state.failed >= 0 ? ` that fail ${cases[state.failed][0]}` : "";
    $("count").textContent = shown.length === rows.length ? plural(rows.length, "submission") : `${shown.length.toLocaleString("en")} of ${plural(rows.length, "submission")}${failed}`;
    draw();
    layHeat();
  }

  function draw() {
    const start = state.page * PAGE;
    $("body").replaceChildren(...shown.slice(start, start + PAGE).map((n, at) => {
      const row = rows[n];
      return make("tr", {}, ...columns.map((column) => {
        if (column.id === "key") return make("td", { class: "key" }, make("button", { type: "button", onclick: () => open(start + at) }, row[KEY]));
        if (column.id === "verdict") return make("td", {}, badge(row[VERDICT]));
        if (column.id === "score") return make("td", { class: "num" }, figure(row[SCORE]));
        if (column.group !== undefined) return make("td", { class: "num" }, figure(row[POINTS][column.group]));
        if (column.id === "message") return make("td", { class: "why" }, make("span", {}, row[MESSAGE]));
        return make("td", {}, column.of(row));
      }));
    }));
    if (!shown.length) $("body").append(make("tr", {}, make("td", { colspan: columns.length, class: "quiet" }, "No submission fits.")));
    const pages = Math.max(1, Math.ceil(shown.length / PAGE));
    const turn = (label, to, able) => make("button", { type: "button", disabled: !able, onclick: () => { state.page = to; draw(); } }, label);
    $("pager").hidden = pages === 1;
    $("pager").replaceChildren(
      turn("First", 0, state.page > 0), turn("Previous", state.page - 1, state.page > 0),
      make("span", { "aria-current": "page" }, `Page ${state.page + 1} of ${pages}`),
      turn("Next", state.page + 1, state.page < pages - 1), turn("Last", pages - 1, state.page < pages - 1));
  }

  function choose(change) {
    Object.assign(state, { search: "", verdict: "", mistake: "", failed: -1, page: 0 }, change);
    filter();
    $("submissions").scrollIntoView({ block: "start" });
    $("submissions").focus({ preventScroll: true });
  }

  // ---- one submission ------------------------------------------------------------------------------------

  let opened = 0;
  let listed = [];

  function open(at, list = shown) {
    listed = list;
    opened = at;
    show();
    if (!$("detail").open) $("detail").showModal();
  }

  function show() {
    const row = rows[listed[opened]];
    $("d-title").textContent = row[KEY];
    const parts = [make("p", {}, badge(row[VERDICT]), ` ${TITLES[row[VERDICT]]}`, row[SCORE] === null ? ", no score" : `, score ${figure(row[SCORE])} of 100`)];
    if (row[NAME] || row[ID]) parts.unshift(make("p", { class: "quiet" }, [row[NAME], row[ID]].filter(Boolean).join(" · ")));
    if (row[MESSAGE]) parts.push(make("p", {}, row[MESSAGE]));
    if (row[MISTAKES].length) {
      parts.push(make("h3", {}, "Likely cause"));
      for (const [name, matched, compared, message] of row[MISTAKES])
        parts.push(make("p", {}, make("strong", {}, words(name)), ` (${matched} of ${compared} cases). ${message}`));
    }
    if (row[EXAMPLE]) parts.push(make("h3", {}, "Smallest failing input"), make("pre", { tabindex: "0" }, row[EXAMPLE]));
    parts.push(...caseParts(row));
    if (row[NOTES].length) parts.push(make("h3", {}, "Notes"), make("ul", { class: "plain" }, ...row[NOTES].map((note) => make("li", {}, note))));
    $("d-body").replaceChildren(...parts);
    $("d-place").textContent = `${opened + 1} of ${listed.length}`;
    $("d-back").disabled = opened === 0;
    $("d-next").disabled = opened === listed.length - 1;
  }

  function caseParts(row) {
    const all = letters(row);
    const parts = [make("h3", {}, "Groups")];
    const list = groups.map(([name, points, advisory], n) => {
      const mine = cases.map((_, c) => c).filter((c) => cases[c][1] === name);
      const failed = mine.filter((c) => !isRight(all[c]));
      const right = mine.length - failed.length;
      const earned = advisory ? "advice" : points ? `${figure(row[POINTS][n])} of ${figure(points)}` : "no points";
      return { label: `${words(name)} (${right}/${mine.length})`, n: right, of: mine.length || 1, note: earned, colour: failed.length ? OF_LETTER[all[failed[0]]] : RIGHT };
    });
    const box = make("div", { class: "bars" });
    // Each bar is a share of its own group.
    for (const bar of list) bars(box, [bar], "");
    parts.push(box);
    if (!row[FAILING].length) return parts;
    const failed = [...all].filter((letter) => !isRight(letter)).length;
    parts.push(make("h3", {}, `Failing cases (${failed} of ${cases.length})`));
    const strip = make("div", { class: "strip", role: "img", "aria-label": `${cases.length - failed} of ${cases.length} cases right` });
    [...all].forEach((letter, c) => {
      const cell = make("i", { title: `${cases[c][0]}: ${said(letter)}` });
      if (!isRight(letter)) cell.style.background = `var(--${OF_LETTER[letter]})`;
      strip.append(cell);
    });
    parts.push(strip);
    const body = make("tbody", {}, ...row[FAILING].map(([c, reason, message]) =>
      make("tr", {}, make("td", {}, cases[c][0]), make("td", {}, badge(OF_LETTER[all[c]])), make("td", { class: "why" }, message || reason))));
    const columnsHere = ["Case", "Verdict", "What happened"].map((title) => make("th", { scope: "col" }, title));
    parts.push(make("div", { class: "scroll" }, make("table", {}, make("thead", {}, make("tr", {}, ...columnsHere)), body)));
    if (failed > row[FAILING].length) parts.push(make("p", { class: "hint" }, `and ${failed - row[FAILING].length} more`));
    return parts;
  }

  // ---- the heat map --------------------------------------------------------------------------------------

  const heat = { order: [], x: [], cell: 0, tall: 0, at: 0, col: 0, colours: {}, ready: false };
  const passed = summary.cases.map((one) => one.passed);

  function layHeat() {
    if (!cases.length) return;
    heat.order = groups.flatMap(([name]) => cases.map((_, c) => c).filter((c) => cases[c][1] === name).sort((a, b) => passed[a] - passed[b] || a - b));
    heatRows = [...shown];
    if ($("heat-order").value === "pattern") {
      const hardest = [...heat.order].sort((a, b) => passed[a] - passed[b] || a - b);
      const pattern = new Map(shown.map((n) => {
        const all = letters(rows[n]);
        return [n, [[...all].filter(isRight).length, hardest.map((c) => all[c]).join("")]];
      }));
      heatRows.sort((a, b) => {
        const [right, left] = [pattern.get(b), pattern.get(a)];
        // Where nothing fails there is nothing to see: those rows come last.
        const clean = (left[0] === cases.length) - (right[0] === cases.length);
        return clean || right[0] - left[0] || (left[1] < right[1] ? -1 : left[1] > right[1] ? 1 : a - b);
      });
    }
    heat.at = heat.col = 0;
    sizeHeat();
  }

  function sizeHeat() {
    const wide = $("heat-scroll").clientWidth;
    if (!wide || !cases.length) return;
    const gap = 6, used = groups.filter(([name]) => cases.some((one) => one[1] === name)).length;
    heat.cell = (wide - gap * (used + 1)) / cases.length;
    heat.tall = heatRows.length > 60 ? 5 : heatRows.length > 20 ? 10 : 18;
    let x = gap, last = null;
    heat.x = [];
    const labels = [];
    for (const c of heat.order) {
      if (last !== null && cases[c][1] !== last) x += gap;
      if (cases[c][1] !== last) labels.push({ name: cases[c][1], from: x });
      heat.x.push(x);
      x += heat.cell;
      labels[labels.length - 1].to = x;
      last = cases[c][1];
    }
    $("heat-labels").replaceChildren(...labels.map((label) => {
      const made = make("span", { title: words(label.name) }, words(label.name));
      made.style.left = `${label.from}px`;
      made.style.width = `${Math.max(label.to - label.from, 8)}px`;
      return made;
    }));
    const total = Math.max(heatRows.length * heat.tall + 8, 20), view = Math.min(total, 460);
    $("heat-space").style.height = `${total}px`;
    const canvas = $("heat"), scale = window.devicePixelRatio || 1;
    canvas.width = Math.round(wide * scale);
    canvas.height = Math.round(view * scale);
    canvas.style.width = `${wide}px`;
    canvas.style.height = `${view}px`;
    paint();
  }

  function paint() {
    const canvas = $("heat"), scale = window.devicePixelRatio || 1, top = $("heat-scroll").scrollTop;
    const pen = canvas.getContext("2d"), style = getComputedStyle(document.documentElement);
    for (const verdict of ORDER) heat.colours[verdict] = style.getPropertyValue(`--${verdict}`).trim();
    heat.colours[RIGHT] = style.getPropertyValue("--right").trim();
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    const high = canvas.height / scale, line = heat.tall > 6 ? 1 : 0.5, between = heat.cell > 5 ? 1 : 0;
    const first = Math.max(0, Math.floor((top - 4) / heat.tall)), last = Math.min(heatRows.length, Math.ceil((top + high) / heat.tall));
    for (let r = first; r < last; r += 1) {
      const all = letters(rows[heatRows[r]]), y = 4 + r * heat.tall - top;
      heat.order.forEach((c, place) => {
        pen.fillStyle = heat.colours[OF_LETTER[all[c]]];
        pen.fillRect(heat.x[place], y, Math.max(heat.cell - between, 0.6), heat.tall - line);
      });
    }
    if (document.activeElement === canvas && heatRows.length) {
      pen.strokeStyle = style.getPropertyValue("--ink").trim();
      pen.lineWidth = 1.5;
      pen.strokeRect(1, 3.5 + heat.at * heat.tall - top, canvas.width / scale - 2, heat.tall);
      pen.strokeRect(heat.x[heat.col] - 1, 3 + heat.at * heat.tall - top, heat.cell + 1, heat.tall + 1);
    }
    heat.ready = true;
  }

  function sayHeat(r, place) {
    if (r < 0 || r >= heatRows.length || place < 0 || place >= heat.order.length) return;
    const row = rows[heatRows[r]], c = heat.order[place];
    $("heat-status").textContent = `${row[KEY]} (${row[VERDICT]}, ${figure(row[SCORE])}) · ${cases[c][1]}: ${cases[c][0]} · ${said(letters(row)[c])}`;
  }

  function under(event) {
    const box = $("heat").getBoundingClientRect(), x = event.clientX - box.left;
    const r = Math.floor((event.clientY - box.top + $("heat-scroll").scrollTop - 4) / heat.tall);
    let place = heat.x.findLastIndex((left) => left <= x);
    if (place < 0) place = 0;
    return [r, place];
  }

  function heatKey(event) {
    const moves = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1], PageDown: [20, 0], PageUp: [-20, 0], Home: [-1e9, 0], End: [1e9, 0] };
    if (!(event.key in moves) && event.key !== "Enter") return;
    event.preventDefault(); // Enter would go on to press the first button of what it opens
    if (!heatRows.length) return;
    if (event.key === "Enter") {
      open(heat.at, heatRows);
      return;
    }
    const [down, right] = moves[event.key];
    heat.at = Math.max(0, Math.min(heatRows.length - 1, heat.at + down));
    heat.col = Math.max(0, Math.min(heat.order.length - 1, heat.col + right));
    const box = $("heat-scroll"), y = heat.at * heat.tall;
    if (y < box.scrollTop) box.scrollTop = y;
    else if (y + heat.tall > box.scrollTop + box.clientHeight - 8) box.scrollTop = y + heat.tall - box.clientHeight + 8;
    paint();
    sayHeat(heat.at, heat.col);
  }

  function legend() {
    const used = new Set(rows.flatMap((row) => [...new Set(letters(row))]).map((letter) => OF_LETTER[letter]));
    for (const verdict of ORDER.filter((one) => used.has(one))) {
      const dot = make("i");
      dot.style.background = verdict === RIGHT ? "var(--right)" : `var(--${verdict})`;
      $("legend").append(make("li", {}, dot, said(OF_VERDICT[verdict])));
    }
  }

  // ---- all together --------------------------------------------------------------------------------------

  function lists() {
    const list = (id, items) => {
      $(`${id}-card`).hidden = !items.length;
      const some = items.slice(0, 500).map(([what, why]) => make("li", {}, what, make("span", { class: "quiet" }, why)));
      if (items.length > 500) some.push(make("li", { class: "quiet" }, `and ${(items.length - 500).toLocaleString("en")} more`));
      $(id).append(...some);
    };
    list("missing", about.missing.map(([key, id, name, why]) => [[...new Set([name, id, key].filter(Boolean))].join(" · "), why]));
    list("several", summary.duplicates.map((item) => [item.learner, item.keys.join(", ")]));
    list("same", summary.same_file.map((item) => [item.keys.join(", "), "hard links"]));
    list("left", summary.not_graded.map((item) => [item.path, item.reason]));
    const env = about.environment;
    $("foot").textContent = `grader ${env.grader} · Python ${env.python} · numpy ${env.numpy} · ${env.platform} · isolation: ${env.isolation} · seed ${env.seed === null ? "kept secret" : env.seed}`;
  }

  $("main").hidden = false;
  tiles();
  histogram();
  bars($("verdicts"), ORDER.filter((v) => summary.verdicts[v]).map((v) => ({ label: TITLES[v], badge: v, colour: v, n: summary.verdicts[v],
    note: `${summary.verdicts[v]} (${percent(summary.verdicts[v], summary.submissions)})`, choose: () => choose({ verdict: v }) })), "No submissions.");
  bars($("mistakes"), summary.mistakes.slice(0, 12).map((m) => ({ label: words(m.mistake), n: m.count, colour: "mistake", of: Math.max(summary.mistakes[0].count, summary.submissions / 10),
    note: `${m.count} (${percent(m.count, summary.submissions)})`, choose: () => choose({ mistake: m.mistake }) })), "None that is known.");
  bars($("hardest"), summary.cases.map((one, c) => ({ one, c })).filter(({ one }) => one.passed < one.total).sort((a, b) => a.one.passed - b.one.passed || a.c - b.c).slice(0, 12)
    .map(({ one, c }) => ({ label: one.name, n: one.total - one.passed, of: one.total, colour: "hardest",
      note: `${percent(one.total - one.passed, one.total)} fail`, choose: () => choose({ failed: c }) })), "All cases are passed by all.");
  legend();
  head();
  lists();
  filter();

  let waiting = 0;
  $("search").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(() => { state.search = $("search").value; state.page = 0; filter(); }, 120); });
  $("by-verdict").addEventListener("change", () => { state.verdict = $("by-verdict").value; state.page = 0; filter(); });
  $("by-mistake").addEventListener("change", () => { state.mistake = $("by-mistake").value; state.page = 0; filter(); });
  $("clear").addEventListener("click", () => { Object.assign(state, { search: "", verdict: "", mistake: "", failed: -1, page: 0 }); filter(); });
  $("heat-order").addEventListener("change", layHeat);
  $("heat-scroll").addEventListener("scroll", paint);
  $("heat").addEventListener("mousemove", (event) => sayHeat(...under(event)));
  $("heat").addEventListener("click", (event) => { const [r] = under(event); if (r >= 0 && r < heatRows.length) { heat.at = r; open(r, heatRows); } });
  $("heat").addEventListener("keydown", heatKey);
  for (const name of ["focus", "blur"]) $("heat").addEventListener(name, paint);
  $("d-close").addEventListener("click", () => $("detail").close());
  $("d-back").addEventListener("click", () => { opened -= 1; show(); });
  $("d-next").addEventListener("click", () => { opened += 1; show(); });
  new ResizeObserver(sizeHeat).observe($("heat-scroll"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
})();
