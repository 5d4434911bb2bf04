import type { StatusAct } from "~/components/agents/status-acts";
import { statusLabel } from "~/components/formats";
import { notices } from "~/texts";
import { define, listen } from "./define";
import { notify } from "./toast-stack";

/**
 * Wraps a table whose rows have acts that can be undone, listed in `acts`. The new state is shown at once and then sent
 * to `src`. If it is refused, the old state is restored with a notice that gives the reason.
 */
define("row-act", (element) => {
  const acts = JSON.parse(element.getAttribute("acts") ?? "[]") as StatusAct[];
  const actOf = (name?: string) => acts.find(({ intent }) => intent === name);
  return listen<MouseEvent>(element, "click", (event) => {
    const button = (event.target as Element).closest("button");
    const { form } = button ?? {};
    const act = actOf(button?.value);
    if (!button || !form || !act) return;
    event.preventDefault();
    if (button.ariaBusy) return;
    button.ariaBusy = "true";
    const body = { ids: [Number(new FormData(form).get("ids"))], ...act.change };
    show(actOf(act.undo), button, form);
    void send(element.getAttribute("src") ?? "", body).then((message) => {
      button.ariaBusy = null;
      if (message === undefined) return;
      show(act, button, form);
      notify({ type: "error", heading: notices.failed, body: message });
    });
  });
});

/** Turns the button into an act and updates the row's status. */
function show(act: StatusAct | undefined, button: HTMLButtonElement, form: HTMLFormElement): void {
  const { intent = "", label = "", tip = "" } = act ?? {};
  [button.value, (button.firstChild as Text).data, button.title] = [intent, label, tip];
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
