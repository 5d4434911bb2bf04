import { createHash } from "node:crypto";
import { z } from "zod";
import { CsvText } from "./csv";
import { conflict } from "./refusal";

/** The dry run of an import: shows the effect of each row first. The import then applies exactly that or nothing. */

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const Effect = z
  .object({
    /** Line in the file, counted from 1. */
    line: z.int(),
    /** Name of the row's record, for people. */
    name: z.string(),
    outcome: z.enum(["new", "changed", "same", "refused"]),
    changes: z.array(z.object({ field: z.string(), before: Value, after: Value })),
    /** Why the row is refused. */
    faults: z.array(z.string()),
  })
  .meta({ id: "ImportEffect", description: "The change by a line of the file." });
export type Effect = z.output<typeof Effect>;

/** The effects in the order of the file. `mark` is a hash of all of them. */
export const DryRun = z.object({ effects: z.array(Effect), mark: z.string() });
export type DryRun = z.output<typeof DryRun>;

/** A file for a dry run, and for its import. `mark` is that of the dry run; without it, nothing is compared. */
export const DryRunInput = z.object({ csv: CsvText });
export const ImportInput = z.object({ csv: CsvText, mark: z.string().max(64).optional() });
export const ImportResult = z.object({ applied: z.int(), effects: z.array(Effect) });

export const createDryRun = (effects: Effect[]): DryRun => ({
  effects,
  mark: createHash("sha256").update(JSON.stringify(effects)).digest("base64url"),
});

/** Throws 409 if the effects differ from those shown, because somebody changed the records in the meantime. */
export function requireUnchanged(mark: string | undefined, now: DryRun): void {
  if (mark === undefined || mark === now.mark) return;
  throw conflict("Somebody else changed this in the meantime. Please check the rows again.", { current: now });
}

/** The effect of a row with its changed fields. `before` is null for a new record. */
export function rowEffect(
  { line, name, faults }: Pick<Effect, "line" | "name" | "faults">,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>>,
): Effect {
  if (faults.length > 0) return { line, name, outcome: "refused", changes: [], faults };
  const changes = Object.keys(after)
    .map((field) => ({ field, before: toJsonValue(before?.[field]), after: toJsonValue(after[field]) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
  return { line, name, outcome: before === null ? "new" : changes.length > 0 ? "changed" : "same", changes, faults };
}

const toJsonValue = (value: unknown): z.output<typeof Value> =>
  value === undefined || value === null
    ? null
    : typeof value === "object"
      ? JSON.stringify(value)
      : (value as string | number | boolean);
