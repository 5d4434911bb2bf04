import { notices } from "~/texts";
import { define, listen, make } from "./define";

/** With `undo`, the notice replaces the last one that had an Undo button. Its own presses that button of the page. */
export type Note = { type: "success" | "error" | "undo"; heading: string; body: string; undo?: HTMLButtonElement };

/** Shows a notice as if the server had sent it with the page. */
export const notify = (note: Note) => document.dispatchEvent(new CustomEvent<Note>("notice", { detail: note }));

export const notifyFailure = (body: string) => notify({ type: "error", heading: notices.failed, body });

const VISIBLE_MS = 3000;
const toastText = (toast: Element) => toast.className + (toast.querySelector("p")?.textContent ?? "");

/** Notices can be closed. A success closes by itself, unless it can be undone. Equal notices become one with a counter. */
define("toast-stack", (stack) => {
  const addOrMerge = (toast: Element) => {
    const duplicate = [...stack.children].find((other) => other !== toast && toastText(other) === toastText(toast));
    if (duplicate) {
      const counter = duplicate.querySelector("output") ?? duplicate.insertBefore(make("output"), duplicate.lastChild);
      counter.textContent = `${Number(counter.textContent || 1) + Number(toast.querySelector("output")?.textContent ?? 1)}`;
      toast.remove();
      return;
    }
    toast.lastElementChild?.addEventListener("click", () => toast.remove());
    if (toast.classList.contains("success")) setTimeout(() => toast.remove(), VISIBLE_MS);
  };
  for (const toast of [...stack.children]) addOrMerge(toast);
  return listen<CustomEvent<Note>>(document, "notice", ({ detail: { type, heading, body, undo } }) => {
    const toast = make("div", "", { className: `toast ${type}` });
    const text = make("p");
    text.append(make("b", heading), ` ${body}`);
    toast.append(text);
    if (undo) {
      stack.querySelector(".undo")?.remove();
      // In the other half of the window, the notice cannot cover what was pressed and what has the focus.
      stack.classList.toggle("high", placeOf(undo).getBoundingClientRect().y > innerHeight / 2);
      const onclick = () => {
        toast.remove();
        placeOf(undo).focus({ preventScroll: true });
        undo.click();
      };
      toast.append(make("button", notices.undo, { onclick }));
    }
    toast.append(make("button", "×", { ariaLabel: "Close" }));
    stack.append(toast);
    addOrMerge(toast);
  });
});
/** The button, or of one in a menu, which closes, the button that opens it. */
export const placeOf = (button: HTMLElement): HTMLElement =>
  button.closest(".drop")?.querySelector<HTMLElement>("summary") ?? button;
