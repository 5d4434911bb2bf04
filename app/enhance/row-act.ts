import { statusLabel } from "~/components/formats";
import { notices } from "~/texts";
import { define, listen } from "./define";
import { notify } from "./toast-stack";

const gives: Record<string, object> = {
  activate: { active: true },
  suspend: { active: false },
  show: { hidden: false },
  hide: { hidden: true },
  enableLogin: { loginBlocked: false },
  disableLogin: { loginBlocked: true },
};

/**
 * Around a table whose rows have acts with an undo: the new state shows at once and is sent to `src` then. What was
 * refused is put back, with a notice that says why.
 */
define("row-act", (element) =>
  listen<MouseEvent>(element, "click", (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>("[data-undo]");
    const { form } = button ?? {};
    if (!button || !form) return;
    event.preventDefault();
    if (button.ariaBusy) return;
    button.ariaBusy = "true";
    const body = { ids: [Number(new FormData(form).get("ids"))], ...gives[button.value] };
    turn(button, form);
    void send(element.getAttribute("src") ?? "", body).then((fault) => {
      button.ariaBusy = null;
      if (fault === undefined) return;
      turn(button, form);
      notify({ type: "error", heading: notices.failed, body: fault });
    });
  }),
);

/** The button becomes the one that undoes it, and the row's status follows. */
function turn(button: HTMLButtonElement, form: HTMLFormElement): void {
  const [intent = "", label = "", tip = ""] = (button.dataset.undo ?? "").split("|");
  const text = button.firstChild as Text;
  button.dataset.undo = [button.value, text.data, button.title].join("|");
  [button.value, text.data, button.title] = [intent, label, tip];
  const status = form.closest("tr")?.querySelector("[data-status]");
  const shows = (value: string) => form.querySelector(`[value=${value}]`) !== null;
  if (status) status.textContent = statusLabel(shows("suspend"), shows("show"));
}

/** The words of the refusal, or undefined when it is done. */
async function send(src: string, body: object): Promise<string | undefined> {
  try {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(src, { method: "POST", headers, body: JSON.stringify(body) });
    if (answer.ok) return undefined;
    if (answer.status === 401) location.reload();
    return ((await answer.json()) as { message: string }).message;
  } catch {
    return notices.unreachable;
  }
}
