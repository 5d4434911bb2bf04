import { define, listen } from "./define";

const MESSAGE_MS = 1500;

type Field = HTMLInputElement & { form: { username?: HTMLInputElement } | null };

/**
 * Copies its own text or else the field named by `for`, or next to it the whole of a shortened text or the click ID that
 * a link diagnoses. If the browser refuses, the field's text is selected instead. A second button, invisible until then,
 * shares the text if the browser can.
 */
define("copy-button", (element) => {
  const share = element.querySelector(".share");
  if ("share" in navigator) share?.removeAttribute("class");
  return listen(element, "click", ({ target }) => {
    const button = element.querySelector("button");
    const field = document.getElementById(element.getAttribute("for") ?? "") as Field | null;
    const whole = element.parentElement?.querySelector("code")?.textContent;
    const link = new URLSearchParams(element.parentElement?.querySelector("a")?.search).get("link");
    const own = element.dataset.text?.replace("{username}", field?.form?.username?.value ?? "");
    const text = own ?? field?.value ?? whole ?? link ?? "";
    // Closing the share sheet without a choice rejects the promise.
    if (share?.contains(target as Node)) return void navigator.share({ url: text }).catch(() => undefined);
    void write(text, field).then((isCopied) => {
      if (!button || !isCopied || button.dataset.said) return;
      const label = button.innerHTML;
      button.dataset.said = "1";
      button.textContent = "Copied";
      setTimeout(() => {
        button.innerHTML = label;
        delete button.dataset.said;
      }, MESSAGE_MS);
    });
  });
});

async function write(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The clipboard API needs HTTPS. The old command copies the selected text.
    field?.focus();
    field?.select();
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- pages served without TLS have no other way to copy
    return Boolean(field) && document.execCommand("copy");
  }
}
