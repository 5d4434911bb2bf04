import { createHash } from "node:crypto";
import { z } from "zod";
import { CsvText } from "./csv-file";
import { conflict } from "./refusal";

/** What a file would do, row by row, before it is done: shown, and then done as it was shown or not at all. */

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const Effect = z.object({
  /** Of the file, the first being 1. */
  line: z.int(),
  /** What the row is about, for people. */
  name: z.string(),
  outcome: z.enum(["new", "changed", "same", "refused"]),
  changes: z.array(z.object({ field: z.string(), before: Value, after: Value })),
  /** Why the row is refused. */
  faults: z.array(z.string()),
});
export type Effect = z.output<typeof Effect>;

/** The effects in the file's order. `mark` stands for all of them. */
export const Rehearsal = z.object({ effects: z.array(Effect), mark: z.string() });
export type Rehearsal = z.output<typeof Rehearsal>;

/** A file, and for its import the mark of the rehearsal that was shown; without one it is done whatever it does. */
export const Rehearsed = z.object({ csv: CsvText });
export const Imported = z.object({ csv: CsvText, mark: z.string().max(64).optional() });
export const ImportDone = z.object({ applied: z.int(), effects: z.array(Effect) });

export const rehearsalOf = (effects: Effect[]): Rehearsal => ({
  effects,
  mark: createHash("sha256").update(JSON.stringify(effects)).digest("base64url"),
});

/** Refuses to do what was not shown: somebody changed the records in the meantime. */
export function requireShown(mark: string | undefined, now: Rehearsal): void {
  if (mark === undefined || mark === now.mark) return;
  throw conflict("Somebody else changed this in the meantime. Please look at the rows once more.", { current: now });
}

/** How a row of the file turns out: what it changes, or that it changes nothing. `before` is null for a new record. */
export function effectOf(
  { line, name, faults }: Pick<Effect, "line" | "name" | "faults">,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>>,
): Effect {
  if (faults.length > 0) return { line, name, outcome: "refused", changes: [], faults };
  const changes = Object.keys(after)
    .map((field) => ({ field, before: told(before?.[field]), after: told(after[field]) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
  return { line, name, outcome: before === null ? "new" : changes.length > 0 ? "changed" : "same", changes, faults };
}

const told = (value: unknown): z.output<typeof Value> =>
  value === undefined || value === null
    ? null
    : typeof value === "object"
      ? JSON.stringify(value)
      : (value as string | number | boolean);
