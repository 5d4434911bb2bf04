import { define, listen } from "./define";

const INPUT = "input:not([type=checkbox],[type=radio]),textarea,[contenteditable=true]";

/** "/" moves the cursor to the search in the header, except while a text is typed. */
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || (event.target as Element).closest(`${INPUT},select`))
    return;
  const field = document.querySelector<HTMLInputElement>("[name=q]");
  if (!field) return;
  event.preventDefault();
  field.focus();
});

/** Ctrl+Left and Ctrl+Right follow the pager's links, except where they move the cursor in a text. */
define("page-keys", (pager) =>
  listen<KeyboardEvent>(document, "keydown", (event) => {
    const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    if (!rel || !event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if ((event.target as Element).closest(INPUT)) return;
    const link = pager.querySelector<HTMLAnchorElement>(`a[rel=${rel}]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  }),
);
