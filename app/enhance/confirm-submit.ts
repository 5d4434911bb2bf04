import { form as texts, notices } from "~/texts";
import { define, listen } from "./define";
import { notify } from "./toast-stack";

/**
 * Stands around buttons whose form leads to a page that asks first (`data-ask`). With scripts the same question is a
 * dialog, and the form is posted straight to `action`. A click beside the dialog cancels.
 */
define("confirm-submit", (element) =>
  listen<MouseEvent>(element, "click", (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>("[data-ask]");
    const form = button?.form;
    if (!form) return;
    event.preventDefault();
    const { ask: heading = "", html, info } = button.dataset;
    if (!new FormData(form).has("ids") && form.id) {
      notify({ type: "error", heading: notices.failed, body: texts.noneSelected });
      return;
    }
    ask({ heading, html, info, reason: element.hasAttribute("reason") }, (reason) => {
      // A button's own attributes win over its form's.
      button.formMethod = "post";
      button.formAction = element.getAttribute("action") ?? location.href;
      if (reason) form.append(Object.assign(make("input"), { type: "hidden", name: "reason", value: reason }));
      form.requestSubmit(button);
    });
  }),
);

const make = <K extends keyof HTMLElementTagNameMap>(name: K, text = ""): HTMLElementTagNameMap[K] =>
  Object.assign(document.createElement(name), { textContent: text });

type Question = {
  heading: string;
  html?: string;
  /** There is nothing to confirm. */
  info?: string;
  reason: boolean;
};

function ask({ heading, html, info, reason }: Question, confirmed: (reason: string) => void): void {
  const dialog = make("dialog");
  const title = make("h2", heading);
  title.id = "confirm-title";
  dialog.setAttribute("aria-labelledby", title.id);
  dialog.append(title);
  if (html) {
    const body = make("div");
    body.className = "prose";
    body.innerHTML = html;
    dialog.append(body);
  }
  const given = Object.assign(make("input"), { maxLength: 255 });
  if (reason) {
    const label = make("label", texts.reason);
    label.append(given);
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
    confirmed(given.value);
  };
  // A handler that answers false would keep the letter, or the dialog, from the browser.
  given.onkeydown = ({ key }) => {
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
  // Back shows the page as it was left: waiting.
  addEventListener("pageshow", ({ persisted }) => persisted && dialog.close(), { once: true });
}
