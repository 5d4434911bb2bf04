import recorded from "./examples.json";

/** Requests and answers of the demo company, recorded from real calls by `tests/api/examples.test.ts`. */
export type Example = {
  /** Of the path and the query. */
  parameters?: Record<string, unknown>;
  request?: unknown;
  answer?: unknown;
  refusal?: { status: number; body: { code: string; message: string } };
};

/** An example in the file. One that answers a record as another call does names that call, so a field is added once. */
type Written = Example & { answerOf?: string };
type Values = Record<string, unknown>;

const written = recorded as Readonly<Record<string, Written | undefined>>;

/** The call whose answer another call shares, with the values that are given to it. */
export const answerOf = (call: string): string | undefined => written[call]?.answerOf;

export const examples: Readonly<Record<string, Example | undefined>> = Object.fromEntries(
  Object.entries(written).map(([call, { answerOf: other, ...example } = {}]) => [
    call,
    other ? { ...example, answer: given(written[other]?.answer as Values, example.request as Values) } : example,
  ]),
);

function given(answer: Values, request: Values): Values {
  const values = Object.entries(request).filter(([key]) => key in answer && key !== "version");
  return { ...answer, ...Object.fromEntries(values) };
}
