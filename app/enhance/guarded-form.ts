import { form as texts } from "~/texts";
import { both, define, listen } from "./define";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const FILLED_WITHIN = 500;

/**
 * The button waits until the form is valid, a second submit is dropped, and a line says that the answer is awaited.
 * What the browser finds wrong with a field stands under it once it was left.
 */
define("guarded-form", (element) => {
  const form = element.querySelector("form");
  if (!form) return undefined;
  let busy = false;
  const buttons = () => [...form.querySelectorAll<HTMLButtonElement>("button:not([type=button], [aria-disabled])")];
  const judge = () => {
    compare(form);
    // What a browser filled in by itself counts as empty until the person has touched the page.
    const valid = form.matches(":valid") || form.querySelector(":-webkit-autofill") !== null;
    for (const button of buttons()) button.disabled = busy || (!valid && !button.formNoValidate);
  };
  const sending = (state: boolean) => {
    busy = state;
    form.toggleAttribute("aria-busy", state);
    form.querySelector(".loading")?.toggleAttribute("hidden", !state);
    judge();
  };
  judge();
  const filled = setTimeout(judge, FILLED_WITHIN);
  form.querySelector<HTMLElement>(".failure")?.focus();
  return both(
    () => clearTimeout(filled),
    listen(form, "input", judge),
    listen(form, "change", judge),
    listen<FocusEvent>(form, "focusout", ({ target, relatedTarget }) => {
      // A message would move the button away from under the pointer that presses it; the answer will tell.
      if (!(relatedTarget as HTMLButtonElement | null)?.formNoValidate) tell(target as Control);
    }),
    listen<SubmitEvent>(form, "submit", (event) => {
      if (busy) event.preventDefault();
      if (event.defaultPrevented) return;
      busy = true;
      // Disabled at once, the button would not be part of what is sent.
      setTimeout(() => sending(true));
    }),
    // Back shows the page as it was left: waiting.
    listen<PageTransitionEvent>(window, "pageshow", ({ persisted }) => persisted && sending(false)),
  );
});

function compare(form: HTMLFormElement): void {
  const [password, confirm] = ["password", "passwordConfirm"].map((name) => form.elements.namedItem(name));
  if (!(password instanceof HTMLInputElement) || !(confirm instanceof HTMLInputElement)) return;
  confirm.setCustomValidity(password.value === confirm.value ? "" : texts.mismatch);
}

function tell(control: Control): void {
  const slot = document.getElementById(`${control.id}-error`);
  if (!slot || !("validity" in control)) return;
  const wrong = !control.validity.valid;
  if (wrong) slot.textContent = control.validationMessage;
  slot.hidden = !wrong;
  control.toggleAttribute("aria-invalid", wrong);
  if (!wrong) return;
  control.setAttribute("aria-invalid", "true");
  const described = control.getAttribute("aria-describedby") ?? "";
  if (!described.includes(slot.id)) control.setAttribute("aria-describedby", `${described} ${slot.id}`.trim());
}
