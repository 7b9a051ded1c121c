// The editor of the problem page: CodeMirror 6 with Python, and nothing that the page does not use.
// build.sh makes ../static/editor.js of it; users need neither Node nor a network.
//
// Why a bundle of our own: of what Python packages offer, those of CodeMirror 6 are made for one web framework
// each, and NiceGUI, whose editor is good, brings 51 packages (130 MB) and pages with inline scripts and styles,
// which the policy of a page that shows what a submission says had better forbid.

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python, pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap,
  lineNumbers,
} from "@codemirror/view";
import { classHighlighter, highlightCode } from "@lezer/highlight";

const setMark = StateEffect.define();
const marked = Decoration.line({ class: "cm-fault" });

// The line that a message names, until it is edited.
const markField = StateField.define({
  create: () => Decoration.none,
  update(marks, change) {
    for (const effect of change.effects) {
      if (effect.is(setMark)) {
        const line = effect.value;
        if (line === null || line < 1 || line > change.state.doc.lines) return Decoration.none;
        return Decoration.set([marked.range(change.state.doc.line(line).from)]);
      }
    }
    return change.docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

// What is typed over a selection. Left to do it, the browser gives the new text the colour of the old one by
// a style attribute, which the page's policy forbids, for the moment until CodeMirror has seen it.
const typing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main;
    if (event.inputType !== "insertText" || event.data === null || empty || view.composing) return false;
    const plain = () => view.state.update(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
    const handled = view.state.facet(EditorView.inputHandler).some((act) => act(view, from, to, event.data, plain));
    if (!handled) view.dispatch(plain());
    event.preventDefault();
    return true;
  },
});

/**
 * Make an editor inside of `parent`.
 *
 * `nonce` is the page's, for the style sheet that CodeMirror adds; colours come from the page's own, by
 * the classes tok-…. Tab indents; Escape, then Tab, leaves the editor.
 */
export function createEditor({ parent, text, nonce, attributes, onChange }) {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(nonce),
        EditorView.contentAttributes.of(attributes),
        lineNumbers(), highlightActiveLine(), highlightActiveLineGutter(), highlightSpecialChars(),
        history(), indentUnit.of("    "), EditorState.tabSize.of(4),
        python(), syntaxHighlighting(classHighlighter), indentOnInput(), bracketMatching(), closeBrackets(),
        markField, typing,
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.updateListener.of((update) => { if (update.docChanged) onChange(); }),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    // One step for undo, whatever was there before.
    replace(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: "input.replace" });
    },
    markLine(line) {
      view.dispatch({ effects: setMark.of(line) });
      if (line !== null && line >= 1 && line <= view.state.doc.lines) {
        view.dispatch({ effects: EditorView.scrollIntoView(view.state.doc.line(line).from, { y: "nearest", yMargin: 40 }) });
      }
    },
    focus: () => view.focus(),
  };
}

/** Colour the Python `text` that `element` holds, by the same classes. */
export function colour(element) {
  const text = element.textContent;
  const parts = document.createDocumentFragment();
  const put = (piece, classes) => {
    if (!classes) return parts.append(piece);
    const span = document.createElement("span");
    span.className = classes;
    span.textContent = piece;
    parts.append(span);
  };
  highlightCode(text, pythonLanguage.parser.parse(text), classHighlighter, put, () => parts.append("\n"));
  element.replaceChildren(parts);
}
