import { define, listen } from "./define";

/**
 * Stands around a button whose form leads to a page that asks first. With scripts the same question is a dialog, and
 * the form is posted straight to `action`. A click beside the dialog cancels.
 */
define("confirm-submit", (element) => {
  let sure = false;
  return listen<MouseEvent>(element, "click", (event) => {
    const button = (event.target as Element).closest("button");
    const form = button?.form;
    if (!button || !form || sure) return;
    event.preventDefault();
    ask(element.getAttribute("heading") ?? "", element.getAttribute("html"), () => {
      sure = true;
      // A button's own attributes win over its form's.
      button.formMethod = "post";
      button.formAction = element.getAttribute("action") ?? location.href;
      form.requestSubmit(button);
    });
  });
});

function ask(heading: string, html: string | null, confirmed: () => void): void {
  const dialog = document.createElement("dialog");
  const title = document.createElement("h2");
  title.id = "confirm-title";
  title.textContent = heading;
  dialog.setAttribute("aria-labelledby", title.id);
  const acts = document.createElement("div");
  acts.className = "acts";
  const [confirm, cancel] = ["Confirm", "Cancel"].map((label) => {
    const button = document.createElement("button");
    button.textContent = label;
    acts.append(button);
    return button;
  }) as [HTMLButtonElement, HTMLButtonElement];
  confirm.className = "primary";
  dialog.append(title);
  if (html) {
    const body = document.createElement("div");
    body.className = "prose";
    body.innerHTML = html;
    dialog.append(body);
  }
  dialog.append(acts);
  cancel.onclick = () => dialog.close();
  confirm.onclick = () => {
    dialog.setAttribute("aria-busy", "true");
    confirm.disabled = cancel.disabled = true;
    confirmed();
  };
  dialog.onclick = (event) => {
    if (event.target === dialog && !confirm.disabled) dialog.close();
  };
  dialog.oncancel = (event) => confirm.disabled && event.preventDefault();
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
}
