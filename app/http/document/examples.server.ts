import recorded from "./examples.json";

/** Requests and answers of the demo company, recorded from real calls by `tests/api/examples.test.ts`. */
export type Example = {
  /** Of the path and the query. */
  parameters?: Record<string, unknown>;
  request?: unknown;
  answer?: unknown;
  refusal?: { status: number; body: { code: string; message: string } };
};

export const examples = recorded as Readonly<Record<string, Example | undefined>>;
