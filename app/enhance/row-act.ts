import { statusLabel } from "~/components/formats";
import { notices } from "~/texts";
import { define, listen } from "./define";
import { notify } from "./toast-stack";

const bodyByIntent: Record<string, object> = {
  activate: { active: true },
  suspend: { active: false },
  show: { hidden: false },
  hide: { hidden: true },
  enableLogin: { loginBlocked: false },
  disableLogin: { loginBlocked: true },
};

/**
 * Wraps a table whose rows have acts that can be undone. The new state is shown at once and then sent to `src`. If it
 * is refused, the old state is restored with a notice that gives the reason.
 */
define("row-act", (element) =>
  listen<MouseEvent>(element, "click", (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>("[data-undo]");
    const { form } = button ?? {};
    if (!button || !form) return;
    event.preventDefault();
    if (button.ariaBusy) return;
    button.ariaBusy = "true";
    const body = { ids: [Number(new FormData(form).get("ids"))], ...bodyByIntent[button.value] };
    toggle(button, form);
    void send(element.getAttribute("src") ?? "", body).then((message) => {
      button.ariaBusy = null;
      if (message === undefined) return;
      toggle(button, form);
      notify({ type: "error", heading: notices.failed, body: message });
    });
  }),
);

/** Turns the button into its undo and updates the row's status. */
function toggle(button: HTMLButtonElement, form: HTMLFormElement): void {
  const [intent = "", label = "", tip = ""] = (button.dataset.undo ?? "").split("|");
  const text = button.firstChild as Text;
  button.dataset.undo = [button.value, text.data, button.title].join("|");
  [button.value, text.data, button.title] = [intent, label, tip];
  const status = form.closest("tr")?.querySelector("[data-status]");
  const hasIntent = (value: string) => form.querySelector(`[value=${value}]`) !== null;
  if (status) status.textContent = statusLabel(hasIntent("suspend"), hasIntent("show"));
}

/** The message of the refusal, or undefined on success. */
async function send(src: string, body: object): Promise<string | undefined> {
  try {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(src, { method: "POST", headers, body: JSON.stringify(body) });
    if (response.ok) return undefined;
    if (response.status === 401) location.reload();
    return ((await response.json()) as { message: string }).message;
  } catch {
    return notices.unreachable;
  }
}
