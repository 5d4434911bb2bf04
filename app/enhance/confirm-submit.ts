import { form as texts, notices } from "~/texts";
import { combine, define, listen } from "./define";
import { notify } from "./toast-stack";

const { selected: selectedText } = texts;

/**
 * Wraps buttons whose form opens a confirmation page (`data-ask`). With scripts the question is a dialog, and the form
 * is posted directly to `action`. A click outside the dialog cancels. Buttons for selected rows look disabled while no
 * row is selected, but still say so when pressed.
 */
define("confirm-submit", (element) => {
  const bulk = element.querySelectorAll<HTMLButtonElement>("form[id] button");
  const show = () => bulk.forEach((button) => (button.ariaDisabled = `${tickedIn(button.form).length === 0}`));
  show();
  return combine(
    listen(document, "change", show),
    listen(window, "pageshow", show),
    listen<MouseEvent>(element, "click", (event) => {
      const button = (event.target as Element).closest<HTMLButtonElement>("[data-ask]");
      const form = button?.form;
      if (!form) return;
      event.preventDefault();
      const { ask: heading = "", html, info } = button.dataset;
      const names = tickedIn(form).map((one) => one.ariaLabel);
      if (form.id && names.length === 0) {
        notify({ type: "error", heading: notices.failed, body: texts.noneSelected });
        return;
      }
      const selected = names.length > 0 ? `${selectedText(names.length)}: ${names.join(", ")}` : "";
      openDialog({ heading, html, selected, info, reason: element.hasAttribute("reason") }, (reason) => {
        // A button's formMethod and formAction override its form's attributes.
        button.formMethod = "post";
        button.formAction = element.getAttribute("action") ?? location.href;
        if (reason) form.append(Object.assign(make("input"), { type: "hidden", name: "reason", value: reason }));
        form.requestSubmit(button);
      });
    }),
  );
});

// A declaration, because elements of the page connect while they are defined.
function tickedIn(form: HTMLFormElement | null): Element[] {
  return [...(form?.elements ?? [])].filter((one) => (one as HTMLInputElement).checked);
}

const make = <K extends keyof HTMLElementTagNameMap>(name: K, text = ""): HTMLElementTagNameMap[K] =>
  Object.assign(document.createElement(name), { textContent: text });

type DialogTexts = {
  heading: string;
  html?: string;
  /** The number of selected rows and their names. */
  selected: string;
  /** The dialog only informs; there is nothing to confirm. */
  info?: string;
  reason: boolean;
};

function openDialog({ heading, html, selected, info, reason }: DialogTexts, confirmed: (reason: string) => void): void {
  const dialog = make("dialog");
  const title = make("h2", heading);
  title.id = "confirm-title";
  dialog.setAttribute("aria-labelledby", title.id);
  dialog.append(title, ...(selected ? [make("p", selected)] : []));
  if (html) {
    const body = make("div");
    body.className = "prose";
    body.innerHTML = html;
    dialog.append(body);
  }
  const reasonInput = Object.assign(make("input"), { maxLength: 255, placeholder: texts.reasonHint });
  if (reason) {
    const label = make("label", texts.reason);
    label.append(reasonInput);
    dialog.append(label);
  }
  const acts = make("div");
  acts.className = "acts";
  const [confirm, cancel] = [make("button", "Confirm"), make("button", info ? "OK" : "Cancel")];
  confirm.className = "primary";
  acts.append(...(info ? [cancel] : [confirm, cancel]));
  dialog.append(acts);
  cancel.onclick = () => dialog.close();
  confirm.onclick = () => {
    dialog.setAttribute("aria-busy", "true");
    confirm.disabled = cancel.disabled = true;
    confirmed(reasonInput.value);
  };
  // The braces matter: a handler that returns false would cancel the browser's own action.
  reasonInput.onkeydown = ({ key }) => {
    if (key === "Enter") confirm.click();
  };
  dialog.onclick = (event) => {
    if (event.target === dialog && !confirm.disabled) dialog.close();
  };
  dialog.oncancel = (event) => {
    if (confirm.disabled) event.preventDefault();
  };
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
  // Back restores the page as it was left, with the dialog still open.
  addEventListener("pageshow", ({ persisted }) => persisted && dialog.close(), { once: true });
}
