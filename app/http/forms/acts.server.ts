import type { z } from "zod";
import { type ActDefinition, questionOf } from "~/components/table/acts";
import { type AnyOperation, notFound } from "~/gate.server";
import type { Values } from "../screen.server";
import type { Toast } from "./toast.server";

/** An operation with the input that its button adds: `act(offices.setStatus, { active: false })`. */
export type Act = {
  operation: AnyOperation;
  give: (typed: Values) => Values;
  /** The answer contains a secret. Only the page after the redirect shows it, once. */
  reveals?: boolean;
  /** The redirect target, if it differs from the other acts of the screen. */
  to?: (params: Readonly<Record<string, string | undefined>>) => string;
  /** The intent of the inverse act, the question before it, and the notice after this act. */
  undo?: { by: string; ask?: string; done: string; gives?: Readonly<Record<string, string>> };
};

export const act = (
  operation: AnyOperation,
  give: Values | ((typed: Values) => Values) = {},
  more: Pick<Act, "reveals" | "to"> = {},
): Act => ({ operation, give: typeof give === "function" ? give : () => give, ...more });

/** The acts of a definition, all by one operation: each adds its change to what `give` makes of the posted values. */
export const actsBy = (
  operation: AnyOperation,
  acts: Readonly<Record<string, Omit<ActDefinition, "when">>>,
  give: (typed: Values) => Values = () => ({}),
): Record<string, Act> =>
  Object.fromEntries(
    Object.entries(acts).map(([intent, { change, undo }]) => {
      const inverse = undo?.asks ? acts[undo.by] : undefined;
      const reversal = undo && { ...undo, ask: inverse && questionOf(inverse, "") };
      return [intent, { operation, give: (typed) => ({ ...give(typed), ...change }), undo: reversal }];
    }),
  );

/** Rows post their id as `ids`; an operation on one record takes `id`. */
export const singleId = ({ ids }: Values): Values => ({ id: ids });

/** The act of the pressed button. Throws 404 for a button that the screen does not have. */
export function selectAct(operations: AnyOperation | Record<string, AnyOperation | Act>, intent?: string): Act {
  if ("run" in operations) return act(operations as AnyOperation);
  const selected = Object.hasOwn(operations, String(intent)) ? operations[String(intent)] : undefined;
  if (!selected) throw notFound();
  return "give" in selected ? selected : act(selected);
}

/** The query for the name of a row. */
export type Named = AnyOperation<z.ZodType<readonly string[] | { names: readonly string[] }>>;

/**
 * The notice of an act on one row, which names the row and has a button for the inverse act on the same screen. None
 * for several rows: they may have been in different states before. `perform` runs the query and throws its refusals.
 */
export async function undoToast(
  { by, ask, done, gives }: NonNullable<Act["undo"]>,
  { ids, action }: { ids: unknown; action: string },
  perform: (input: Values) => Promise<readonly string[] | { names: readonly string[] }>,
): Promise<Toast | undefined> {
  if ([ids].flat().length !== 1) return undefined;
  const answer = await perform({ ids });
  const [heading = ""] = "names" in answer ? answer.names : answer;
  return { type: "success", heading, body: done, undo: { action, intent: by, id: Number(ids), ask, gives } };
}
