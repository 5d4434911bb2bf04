import { type Fee, fieldText } from "~/components/fees/fee-columns";
import { plainNumber } from "~/components/form/numbers";
import { notices } from "~/texts";
import { fees as texts } from "~/components/fees/texts";

const MESSAGE_MS = 2_000;

type Refusal = { code?: string; message: string; data?: Record<string, string[]> & { current?: Fee } };
type Answer = { saved: Fee } | { refusal: Refusal };

/** The row of one office: its pending changes and its version. A field's default value is the stored value. */
export class FeeRow {
  #queue: Promise<void> = Promise.resolve();
  #waiting = 0;
  /**
   * Incremented by a conflict or a refused checkbox. Changes queued before that are not sent; they are refused with the
   * same message.
   */
  #round = 0;
  #turned = "";
  #changed = new Set<HTMLInputElement>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly row: Element) {}

  /** Saves a field after the preceding saves. The row shows at once that it is saving. */
  save(input: HTMLInputElement): void {
    showMessage(input, "");
    const isFlag = input.type === "checkbox";
    const typed = isFlag ? input.checked : input.value.trim();
    if (typed === (isFlag ? input.defaultChecked : input.defaultValue) && !this.#changed.has(input)) return;
    if (isFlag) this.#lock(!input.checked);
    this.#changed.add(input);
    this.#waiting += 1;
    this.#show();
    const round = this.#round;
    this.#queue = this.#queue.then(async () => {
      const answer =
        round === this.#round ? await send(this.#form, input.name, typed) : { refusal: { message: this.#turned } };
      this.#waiting -= 1;
      const isLast = valueOf(input) === typed;
      if (isLast) this.#changed.delete(input);
      if ("saved" in answer) this.#fill(answer.saved);
      else this.#refuse(input, answer.refusal, String(typed));
      this.#show("saved" in answer);
    });
  }

  get #form(): HTMLFormElement {
    return this.row.querySelector("form") as HTMLFormElement;
  }

  #fields(): HTMLInputElement[] {
    return [...this.#form.elements].filter((field) => field instanceof HTMLInputElement);
  }

  /** Fills in the stored row, except fields with changes that are still pending. */
  #fill(fee: Fee): void {
    for (const field of this.#fields()) {
      const name = field.name as keyof Fee;
      if (field.type === "checkbox") {
        field.defaultChecked = fee.enable;
        if (!this.#changed.has(field)) field.checked = fee.enable;
      } else if (name === "version") field.value = String(fee.version);
      else if (field.type === "text") {
        const typing = field === document.activeElement && field.value !== field.defaultValue;
        const stored = fieldText(name as "payout", fee[name as "payout"]);
        const shown = field.value;
        field.defaultValue = stored;
        field.value = typing || this.#changed.has(field) ? shown : stored;
      }
    }
    if (![...this.#changed].some(({ type }) => type === "checkbox")) this.#lock(!fee.enable);
  }

  /** Restores the stored value. The cell's message gives the reason and what was typed. */
  #refuse(input: HTMLInputElement, { code, message, data }: Refusal, typed: string): void {
    this.#changed.delete(input);
    const isFlag = input.type === "checkbox";
    if (code === "CONFLICT" || isFlag) {
      this.#round += 1;
      this.#turned = message;
    }
    if (data?.current) this.#fill(data.current);
    input.value = input.defaultValue;
    input.checked = input.defaultChecked;
    if (isFlag) this.#lock(!input.checked);
    const why = data?.[input.name]?.[0] ?? message;
    showMessage(input, isFlag || typed === "" ? why : `${why} ${texts.yours(typed)}`);
  }

  #lock(locked: boolean): void {
    for (const field of this.#fields()) if (field.type === "text") field.readOnly = locked;
  }

  #show(isSaved = false): void {
    const output = this.row.querySelector("output");
    if (!output) return;
    clearTimeout(this.#timer);
    this.row.ariaBusy = this.#waiting > 0 ? "true" : null;
    if (this.#waiting > 0) {
      if (!output.querySelector("progress")) output.replaceChildren(document.createElement("progress"), texts.saving);
      return;
    }
    output.replaceChildren(isSaved ? texts.saved : "");
    this.#timer = setTimeout(() => output.replaceChildren(), MESSAGE_MS);
  }
}

const valueOf = (input: HTMLInputElement) => (input.type === "checkbox" ? input.checked : input.value.trim());

/**
 * Shows messages about a cell in an extra row below, announced to screen readers; there they do not change the column
 * widths. An empty string removes them.
 */
function showMessage(input: HTMLInputElement, message: string): void {
  const row = input.closest("tr");
  if (!row) return;
  const next = row.nextElementSibling;
  const notes = next?.matches(".told") ? next : undefined;
  notes?.querySelector(`[data-of=${input.name}]`)?.remove();
  if (message) {
    const line = document.createElement("p");
    line.className = "error";
    line.dataset.of = input.name;
    line.setAttribute("role", "alert");
    line.textContent = `${input.ariaLabel}: ${message}`;
    (notes ?? notesBelow(row)).firstElementChild?.append(line);
  } else if (notes?.textContent === "") notes.remove();
}

function notesBelow(row: HTMLTableRowElement): Element {
  const notes = document.createElement("tr");
  notes.className = "told";
  notes.insertCell().colSpan = row.cells.length;
  row.after(notes);
  return notes;
}

async function send(form: HTMLFormElement, name: string, typed: string | boolean): Promise<Answer> {
  const formData = new FormData(form);
  const id = (key: string) => Number(formData.get(key));
  // Anything but a number is sent as text, so that the server's own message rejects it.
  const number = typeof typed === "string" ? plainNumber(typed) : undefined;
  const value = number === undefined ? typed : Number(number);
  const body = { typeId: id("typeId"), companyId: id("companyId"), version: id("version"), [name]: value };
  try {
    const response = await fetch("/api/companies/fees", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      // The request completes even if the person leaves the page.
      keepalive: true,
    });
    if (response.ok) return { saved: (await response.json()) as Fee };
    // A normal post: the server keeps the form across the sign-in, as it does without scripts.
    if (response.status === 401) form.submit();
    return { refusal: (await response.json()) as Refusal };
  } catch {
    return { refusal: { message: notices.unreachable } };
  }
}
