"use strict";
// Tabs of the sections, as the ARIA pattern has them: arrow keys, Home and End move and choose at once.
// A search in the page finds text in every section, and what is linked to with # is opened.
{
  const list = document.getElementById("contents");
  const tabs = [...list.querySelectorAll("a")];
  const panels = tabs.map((tab) => document.getElementById(tab.hash.slice(1)));
  // The browser would scroll to the section that the address names, and hide its first lines below the tabs.
  for (const panel of panels) panel.id = `panel-${panel.id}`;

  const choose = (n, { focus = false, note = true } = {}) => {
    tabs.forEach((tab, k) => {
      tab.setAttribute("aria-selected", String(k === n));
      tab.tabIndex = panels[k].tabIndex = k === n ? 0 : -1;
      panels[k].ariaHidden = k === n ? null : "true"; // what can be searched would else be read out, empty
      if (k === n) panels[k].removeAttribute("hidden");
      else panels[k].setAttribute("hidden", "until-found");
    });
    if (focus) tabs[n].focus();
    const space = list.clientWidth - tabs[n].offsetWidth;
    list.scrollLeft = tabs[n].offsetLeft - list.offsetLeft - space / 2;
    if (note) history.replaceState(null, "", tabs[n].hash);
    measure();
  };
  // Titles that lie outside of a narrow window fade out on that side.
  const fade = () => {
    list.classList.toggle("before", list.scrollLeft > 2);
    list.classList.toggle("more", list.scrollLeft + list.clientWidth < list.scrollWidth - 2);
  };
  // Only what really scrolls is a stop for the Tab key.
  const measure = () => {
    for (const box of document.querySelectorAll("pre, .scroll, .formula")) {
      const wide = box.scrollWidth > box.clientWidth + 1;
      box.classList.toggle("wide", wide);
      if (wide) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
    fade();
  };
  const named = () => Math.max(tabs.findIndex((tab) => tab.hash === location.hash), 0);

  document.documentElement.classList.add("tabbed");
  list.setAttribute("role", "tablist");
  tabs.forEach((tab, n) => {
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panels[n].id);
    panels[n].setAttribute("role", "tabpanel");
    panels[n].addEventListener("beforematch", () => choose(n));
    tab.addEventListener("click", (event) => {
      event.preventDefault();
      choose(n, { focus: true });
    });
  });
  list.addEventListener("keydown", (event) => {
    const here = tabs.indexOf(document.activeElement);
    const steps = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: tabs.length - 1 };
    if (here < 0 || !(event.key in steps) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    choose((steps[event.key] + tabs.length) % tabs.length, { focus: true });
  });
  window.addEventListener("hashchange", () => choose(named(), { note: false }));
  list.addEventListener("scroll", fade, { passive: true });
  window.addEventListener("resize", measure);
  window.addEventListener("load", measure);
  choose(named(), { note: false });
}
