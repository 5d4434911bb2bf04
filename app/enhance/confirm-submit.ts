import { form as texts } from "~/texts";
import { questionIn } from "~/components/table/acts";
import { combine, define, listen, make } from "./define";

const { selected: selectedText } = texts;

/**
 * Wraps buttons whose form opens a confirmation page (`data-ask`). With scripts the question is a dialog, and the form
 * is posted directly to `action`. A click outside the dialog cancels. Buttons for selected rows look disabled while no
 * row is selected; pressed then, a note beside them says so until a row is selected (`data-none`).
 */
define("confirm-submit", (element) => {
  const bulk = element.querySelectorAll<HTMLButtonElement>("form[id] button");
  const show = () => bulk.forEach((button) => (button.ariaDisabled = `${!tickedIn(button.form).length}`));
  show();
  return combine(
    listen(document, "change", show),
    listen(window, "pageshow", show),
    listen<MouseEvent>(element, "click", (event) => {
      const button = (event.target as Element).closest<HTMLButtonElement>("[data-ask]");
      const form = button?.form;
      if (!form) return;
      event.preventDefault();
      const names = tickedIn(form).map((one) => one.ariaLabel);
      if (form.id && !names.length) {
        form.dataset.none = "";
        return;
      }
      // One row is named by the form or, for readers of the screen, in the button.
      const one = form.dataset.about ?? button.querySelector("i, .unseen")?.textContent.trim() ?? "";
      const selected = names.length ? `${selectedText(names.length)}: ${names.join(", ")}` : one;
      // eslint-disable-next-line @typescript-eslint/no-misused-spread -- only its texts are wanted
      openDialog({ ...button.dataset, selected, danger: button.classList.contains("danger") }, (inputs) => {
        // A button's formMethod and formAction override its form's attributes.
        button.formMethod = "post";
        button.formAction = element.getAttribute("action") ?? location.href;
        form.onformdata = ({ formData }) => inputs.forEach(({ name, value }) => formData.append(name, value));
        form.requestSubmit(button);
      });
    }),
  );
});

// A declaration, because elements of the page connect while they are defined.
function tickedIn(form: HTMLFormElement | null): Element[] {
  return [...(form?.elements ?? [])].filter((one) => (one as HTMLInputElement).checked);
}

type DialogTexts = {
  /** The question. */
  ask?: string;
  html?: string;
  /** The number of selected rows and their names, or the name of the one row. */
  selected: string;
  /** The dialog only informs; there is nothing to confirm. */
  info?: string;
  /** It has a field for an optional reason. */
  reason?: string;
  danger: boolean;
};

function openDialog(
  { ask = "", html, selected, info, reason, danger }: DialogTexts,
  confirmed: (inputs: NodeListOf<HTMLInputElement>) => void,
): void {
  const dialog = make("dialog", "", { ariaLabel: ask });
  const [question, consequence] = questionIn(ask);
  // Nothing shows of those that are empty.
  dialog.append(make("h2", question), make("p", consequence), make("p", selected));
  if (html) dialog.append(make("div", "", { className: "prose", innerHTML: html }));
  const reasonInput = make("input", "", { name: "reason", maxLength: 255, placeholder: texts.reasonHint });
  if (reason) {
    const label = make("label", texts.reason);
    label.append(reasonInput);
    dialog.append(label);
  }
  const acts = make("div", "", { className: "acts" });
  const confirm = make("button", "Confirm", { className: danger ? "danger" : "primary" });
  const cancel = make("button", info ? "OK" : "Cancel");
  if (!info) acts.append(confirm);
  acts.append(cancel);
  dialog.append(acts);
  cancel.onclick = () => dialog.close();
  confirm.onclick = () => {
    dialog.ariaBusy = "true";
    confirm.disabled = cancel.disabled = true;
    confirmed(dialog.querySelectorAll(":checked,[name=reason]"));
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
