import { combine, define, listen } from "./define";

/** Shows the characters of the password field inside while its button is pressed in. */
define("show-password", (element) => {
  const input = element.querySelector("input");
  const button = element.querySelector("button");
  if (!input || !button) return undefined;
  const show = (isShown: boolean) => {
    input.type = isShown ? "text" : "password";
    button.ariaPressed = `${isShown}`;
  };
  return combine(
    listen(button, "click", () => show(input.type === "password")),
    // Browsers offer to store passwords only, and remember other texts for later forms.
    listen(window, "submit", () => show(false)),
  );
});

/** Its button puts the suggested password into both fields of the form. */
define("suggested-password", (element) =>
  listen(element, "click", ({ target }) => {
    const button = (target as Element).closest(".use");
    const fields = element.closest("form")?.querySelectorAll<HTMLInputElement>("[autocomplete=new-password]");
    if (!button || !fields) return;
    for (const field of fields) {
      field.value = element.querySelector("input")?.value ?? "";
      for (const type of ["input", "focusout"]) field.dispatchEvent(new Event(type, { bubbles: true }));
    }
    button.textContent = "Filled in";
  }),
);
