import { form as texts } from "~/texts";
import { combine, define, listen } from "./define";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const AUTOFILL_DELAY_MS = 500;
/** Called by their own names: a call through the object would put all of its texts into the script. */
const { tooShort, atLeast, atMost } = texts;

/**
 * Disables the button until the form is valid, drops a second submit, and shows a line while waiting for the answer.
 * The message for a field appears under it once the person has typed in it and left it. The layout must not move then,
 * because the field is often left by pressing a button below. Leaving a record with unsaved changes asks first.
 */
define("guarded-form", (element) => {
  const form = element.querySelector("form");
  if (!form) return undefined;
  let busy = false;
  const typed = new WeakSet<EventTarget>();
  const buttons = () => [...form.querySelectorAll<HTMLButtonElement>("button:not([type=button], [aria-disabled])")];
  const validate = () => {
    compare(form);
    // Browsers treat autofilled fields as empty until the person interacts with the page.
    const valid = form.matches(":valid") || form.querySelector(":-webkit-autofill") !== null;
    for (const button of buttons()) button.disabled = busy || (!valid && !button.formNoValidate);
  };
  // Only records are edited in forms with Cancel. Others, such as the sign-in, are left without a question.
  const asks = form.querySelector(".cancel");
  const onInput = ({ target }: Event) => {
    if (target) typed.add(target);
    form.dataset.typed = "";
    if (asks) onbeforeunload = askToStay;
    validate();
  };
  const setBusy = (state: boolean) => {
    busy = state;
    form.toggleAttribute("aria-busy", state);
    form.querySelector(".loading")?.toggleAttribute("hidden", !state);
    // The old table would be read as the answer to the new criteria.
    if (form.matches(".criteria")) document.querySelector("[data-result]")?.toggleAttribute("hidden", state);
    validate();
  };
  validate();
  const autofillTimer = setTimeout(validate, AUTOFILL_DELAY_MS);
  // The field to type in again, such as the password, or what is wrong. Browsers focus such a field later than this.
  const failure = form.querySelector<HTMLElement>(".failure");
  if (failure) (form.querySelector<HTMLElement>("[autofocus]") ?? failure).focus();
  return combine(
    () => clearTimeout(autofillTimer),
    listen(form, "input", onInput),
    listen(form, "change", onInput),
    listen<FocusEvent>(form, "focusout", ({ target }) => target && typed.has(target) && showMessage(target as Control)),
    listen<SubmitEvent>(form, "submit", (event) => {
      if (busy) event.preventDefault();
      if (event.defaultPrevented) return;
      busy = true;
      onbeforeunload = null;
      // If the button were disabled synchronously, its value would not be sent.
      setTimeout(() => setBusy(true));
    }),
    // Back restores the page as it was left, with the button disabled.
    listen<PageTransitionEvent>(window, "pageshow", ({ persisted }) => persisted && setBusy(false)),
  );
});

/** The browser asks in its own words whether to leave the page. */
const askToStay = (event: Event) => event.preventDefault();

function compare(form: HTMLFormElement): void {
  const [password, confirm] = ["password", "passwordConfirm"].map((name) => form.elements.namedItem(name));
  if (!(password instanceof HTMLInputElement) || !(confirm instanceof HTMLInputElement)) return;
  confirm.setCustomValidity(password.value === confirm.value ? "" : texts.mismatch);
}

/** Shows the message in the line reserved for it, or removes it while keeping the line's height. */
function showMessage(control: Control): void {
  const slot = document.getElementById(`${control.id}-error`);
  if (!slot || !("validity" in control)) return;
  const isInvalid = !control.validity.valid;
  slot.style.minHeight = `${slot.offsetHeight}px`;
  slot.classList.add("told");
  slot.title = slot.textContent = isInvalid ? messageOf(control) : "";
  const described = (control.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== slot.id);
  if (isInvalid) described.push(slot.id);
  control.ariaInvalid = isInvalid ? "true" : null;
  control.setAttribute("aria-describedby", described.join(" "));
}

/** Our own words: those of the browser are in its own language, and longer than a line on a phone. */
function messageOf(control: Control): string {
  const { validity, title, type } = control;
  const { min, max, minLength } = control as HTMLInputElement;
  if (validity.customError) return control.validationMessage;
  if (validity.valueMissing) return texts.missing;
  if (validity.tooShort) return tooShort(minLength);
  if (validity.rangeUnderflow) return atLeast(min);
  if (validity.rangeOverflow) return atMost(max);
  if (validity.typeMismatch && type === "email") return texts.email;
  return title || texts.check;
}
