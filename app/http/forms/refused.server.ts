import type { SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
import type { FieldMessages, Refusal } from "~/gate.server";
import type { Values } from "../screen.server";
import { omitsSecrets, withoutSecrets } from "./kept-form.server";
import { FormConflict, type Merge } from "./merge.server";

/** The data for showing a refused form again. */
export type Refused = {
  intent: string | undefined;
  /** For Conform: messages by field ("" is the whole form) and the values as typed. */
  lastResult: SubmissionResult;
  /** The current record, if another person has changed it in the meantime. */
  current?: unknown;
  /** With `current`: what the form shows of both sides' changes. Absent where the form had no `base`. */
  merge?: Merge;
  /** Passwords or files were typed, which a page never contains. They have to be entered again. */
  omitted: boolean;
};

/** The answer to a refused form: its messages and what was typed, without secrets and files. */
export function refusedForm(refusal: Refusal, values: Values, intent?: string) {
  const fields: FieldMessages =
    refusal.code === "VALIDATION_ERROR" ? (refusal.data as FieldMessages) : { _form: [refusal.message] };
  const { _form, ...others } = fields;
  const refused: Refused = {
    intent,
    lastResult: {
      status: "error",
      initialValue: withoutSecrets(values) as Record<string, never>,
      error: { ...others, ...(_form ? { "": _form } : {}) },
    },
    ...(refusal.code === "CONFLICT" ? { current: (refusal.data as { current?: unknown } | undefined)?.current } : {}),
    ...(refusal instanceof FormConflict ? { merge: refusal.merge } : {}),
    omitted: omitsSecrets(values),
  };
  const headers = refusal.retryAfter === undefined ? undefined : { "Retry-After": String(refusal.retryAfter) };
  return data(refused, { status: refusal.status === 429 ? 429 : 422, headers });
}
