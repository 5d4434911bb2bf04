import { define, listen } from "./define";

/** Ctrl+Left and Ctrl+Right follow the pager's links, except where they move the cursor in a text. */
define("page-keys", (pager) =>
  listen<KeyboardEvent>(document, "keydown", (event) => {
    const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    if (!rel || !event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if ((event.target as Element).closest("input:not([type=checkbox],[type=radio]),textarea,[contenteditable=true]"))
      return;
    const link = pager.querySelector<HTMLAnchorElement>(`a[rel=${rel}]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  }),
);
