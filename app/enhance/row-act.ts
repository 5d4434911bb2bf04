import { agents as texts } from "~/components/agents/texts";
import { statusLabel } from "~/components/formats";
import type { InstantAct } from "~/components/table/acts";
import { notices } from "~/texts";
import { define, listen, make } from "./define";
import { leave } from "./signed-out-tab";
import { notify, notifyFailure, placeOf } from "./toast-stack";

/**
 * Wraps a table whose rows have acts that can be undone, listed in `acts`. The new state is shown at once and then sent
 * to `src`. Once that is done, a notice offers to undo it; if it is refused, the old state is restored with a notice
 * that gives the reason.
 */
define("row-act", (element) => {
  const acts = JSON.parse(element.getAttribute("acts") ?? "{}") as Partial<Record<string, InstantAct>>;
  return listen<MouseEvent>(element, "click", (event) => {
    const button = (event.target as Element).closest("button");
    const { form, value: intent = "" } = button ?? {};
    const act = acts[intent];
    if (!button || !form || !act) return;
    event.preventDefault();
    // The second press of a double click would already be on the inverse.
    if (button.ariaBusy || event.detail > 1) return;
    button.ariaBusy = "true";
    button.closest("details")?.removeAttribute("open");
    placeOf(button).focus({ preventScroll: true });
    const body = { ids: [Number(new FormData(form).get("ids"))], ...act.change };
    const show = (shown: string) => showAct(shown, acts[shown], button, form);
    show(act.undo);
    void send(element.getAttribute("src") ?? "", body).then((message) => {
      button.ariaBusy = null;
      if (message === undefined) {
        notify({ type: "undo", heading: form.querySelector("i")?.textContent ?? "", body: act.done, undo: button });
        return;
      }
      show(intent);
      notifyFailure(message);
    });
  });
});

/** Turns the button into an act and updates the row's status. */
function showAct(intent: string, act: InstantAct | undefined, button: HTMLButtonElement, form: HTMLFormElement): void {
  const { label = "", tip = "" } = act ?? {};
  [button.value, (button.firstChild as Text).data, button.title] = [intent, label, tip];
  const status = form.closest("tr")?.querySelector("[data-status]");
  const cell = status?.parentElement;
  const hasIntent = (value: string) => form.querySelector(`[value=${value}]`) !== null;
  if (!cell) return;
  status.textContent = statusLabel(hasIntent("suspend"), hasIntent("show"));
  const login = { enableLogin: texts.loginOff, disableLogin: texts.loginOn }[intent];
  if (!login) return;
  cell.querySelector(".login")?.remove();
  cell.append(make("small", login, { className: "note login" }));
}

/** The message of the refusal, or undefined on success. */
async function send(src: string, body: object): Promise<string | undefined> {
  try {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(src, { method: "POST", headers, body: JSON.stringify(body) });
    if (response.ok) return undefined;
    if (response.status === 401) leave();
    return ((await response.json()) as { message: string }).message;
  } catch {
    return notices.unreachable;
  }
}
