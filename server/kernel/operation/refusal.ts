import type { Due } from "./roles";

/**
 * A refusal is an expected outcome, not a fault: a message that the client may see, with a code and an HTTP status.
 * Anything else that is thrown is a fault and becomes 500 with an incident ID.
 */
const statuses = {
  MALFORMED: 400,
  VALIDATION_ERROR: 422,
  INVALID_TOKEN: 401,
  FORBIDDEN: 403,
  CONFIRM: 403,
  VIEWING: 403,
  PASSWORD_CHANGE: 403,
  SECOND_STEP: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE: 503,
} as const;

export type RefusalCode = keyof typeof statuses;
/** Messages by field; `_form` is for the form as a whole. */
export type FieldMessages = Record<string, string[]>;

export class Refusal extends Error {
  readonly status: number;

  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly data?: unknown,
    /** Seconds for `Retry-After`, if the reason for the refusal passes by itself. */
    readonly retryAfter?: number,
    /** For NOT_FOUND: the kind of record that is missing, for programs. Screens show the message. */
    readonly record?: string,
    /** For VALIDATION_ERROR: the values that would be right, by field, for programs. People see them in their form. */
    readonly allowed: Readonly<Record<string, readonly string[]>> = {},
  ) {
    super(message);
    this.name = "Refusal";
    this.status = statuses[code];
  }
}

const first = (fields: FieldMessages) => Object.values(fields)[0]?.[0] ?? "Please check the marked fields.";

export const invalid = (fields: FieldMessages, allowed?: Refusal["allowed"]) =>
  new Refusal("VALIDATION_ERROR", first(fields), fields, undefined, undefined, allowed);
export const invalidForm = (message: string) => invalid({ _form: [message] });
export const notFound = (message = "This page does not exist or is not yours to see.") =>
  new Refusal("NOT_FOUND", message);
/** The record, such as "agent", does not exist or is not visible to the caller. */
export const noSuch = (record: string) =>
  new Refusal("NOT_FOUND", "This page does not exist or is not yours to see.", undefined, undefined, record);
/** The results of checks, in order. */
type Results<T> = { -readonly [K in keyof T]: T[K] extends () => infer R ? Awaited<R> : never };

/**
 * Runs the checks of one input in order and returns their results. Throws a single 422 with the messages of all failed
 * checks, so that a form shows them together. Any other refusal or fault is thrown at once.
 */
export async function checkAll<const T extends readonly (() => unknown)[]>(...checks: T): Promise<Results<T>> {
  const results: unknown[] = [];
  const messages: FieldMessages = {};
  for (const check of checks) {
    try {
      results.push(await check());
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
      Object.assign(messages, error.data);
    }
  }
  if (Object.keys(messages).length > 0) throw invalid(messages);
  return results as Results<T>;
}

export const forbidden = (message = "You may not open this page.") => new Refusal("FORBIDDEN", message);
/** The password has to be given again. */
export const confirmationNeeded = () => new Refusal("CONFIRM", "Please enter your password again to continue.", {});
export const onlyViewing = () =>
  new Refusal(
    "VIEWING",
    "You are viewing somebody else's account. You can look at everything, but change nothing.",
    {},
  );
const dueRefusals: Readonly<Record<Due, [RefusalCode, message: string]>> = {
  password: [
    "PASSWORD_CHANGE",
    "Somebody else set your password. Please replace it in your profile before anything else.",
  ],
  secondStep: [
    "SECOND_STEP",
    "This account needs two-step sign-in. Please sign in with your password and set it up before anything else.",
  ],
};
/** The person has to do this first. */
export const somethingDue = (due: Due) => new Refusal(...dueRefusals[due], {});
export const invalidToken = (message = "Please sign in again.") => new Refusal("INVALID_TOKEN", message);
export const conflict = (message: string, data?: unknown) => new Refusal("CONFLICT", message, data);
export const tooManyRequests = (message: string, seconds: number) =>
  new Refusal("TOO_MANY_REQUESTS", message, undefined, seconds);
export const unavailable = () =>
  new Refusal("UNAVAILABLE", "The service is busy. Nothing was lost; try again in a moment.", undefined, 5);
