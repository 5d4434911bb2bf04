import { type Json, withDescription } from "./document/schemas.server";

/** Parameters of tracked links and postbacks in the OpenAPI document, and the answers to postbacks. */

const OPERATION = "tracking.postback";

export const parameter = (
  name: string,
  where: "path" | "query",
  schema: Json = { type: "string" },
  required = false,
) => {
  const { description, ...rest } = withDescription(schema, OPERATION, name);
  const example = PARAMETER_EXAMPLES[name];
  return {
    ...{ name, in: where, required: where === "path" || required, description, schema: rest },
    ...(example === undefined ? {} : { example }),
  };
};
export const described = (fields: Record<string, Json>): Json =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, withDescription(schema, OPERATION, name)]));
export const RECEIPT_HEADER = { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" } };
const PARAMETER_EXAMPLES: Record<string, unknown> = {
  ...{ code: "7f3a9c0e51b24d68a1c2e3f405162738", siteId: 7, typeId: 24, agentId: 64, sub1: "newsletter" },
  ...{ clickid: "0b8f2c5e-3d7a-4f0e-9c41-5a2b7d6e8f90", event: "sale", txid: "A-1001", secret: "demo-secret-7" },
  key: "px_7mZ0hX2c9QvT4kLwB8sRfY1nJ6dGpAeU",
};
/** The parameters of a postback. */
export const postbackFields = {
  clickid: { type: "string", format: "uuid" },
  event: { type: "string", enum: ["sale", "bonus", "click", "0", "1", "2"] },
  txid: { type: "string" },
  status: { type: "string", enum: ["approved", "reversed"], default: "approved" },
  reason: { type: "string" },
  geo: { type: "string", description: "Two-letter country. Anything else counts as not sent." },
  email: { type: "string" },
  ts: { type: "string" },
  amount: { type: "string" },
  currency: { type: "string" },
  secret: { type: "string" },
  test: { type: "string", enum: ["1"] },
};
const decided = {
  id: { type: ["integer", "null"] },
  duplicate: { type: "boolean" },
  reason: { type: "string" },
  detail: { type: "string" },
  warnings: { type: "array", items: { $ref: "#/components/schemas/PostbackWarning" } },
};
const receipt = { type: "string", format: "uuid" };
const field = { type: "string" };
const verdicts = { type: "string", enum: ["accepted", "duplicate", "held", "refused"] };

const price = {
  type: "object",
  properties: described({ source: { type: "string", enum: ["office", "geo", "default", "none"] } }),
};

const answer = (description: string, required: readonly string[], properties: Record<string, Json>): Json => ({
  type: "object",
  description,
  required: ["verdict", "id", "duplicate", ...required],
  properties: described(properties),
});

/** The answers to a postback, by verdict. */
export const postbackSchemas: Record<string, Json> = {
  PostbackBooked: answer("The event is booked now, or was before.", [], {
    verdict: { type: "string", enum: ["accepted", "duplicate"] },
    ...decided,
  }),
  PostbackTest: answer("A test, which books nothing.", ["wouldBe"], {
    verdict: { type: "string", enum: ["test"] },
    ...{ ...decided, field, wouldBe: verdicts },
    price,
  }),
  PostbackPending: answer("Stored, and not booked yet. `requestId` is its receipt.", ["reason", "requestId"], {
    verdict: { type: "string", enum: ["held"] },
    ...{ ...decided, field, requestId: receipt },
  }),
  PostbackRefused: answer("Not booked. `detail` says how to mend it.", ["reason", "requestId"], {
    verdict: { type: "string", enum: ["refused", "test"] },
    ...{
      ...decided,
      field,
      requestId: receipt,
      wouldBe: verdicts,
      code: { type: "string" },
      message: { type: "string" },
    },
  }),
  PostbackInBatch: answer(
    "The answer to one postback of a list. `requestId` is its receipt.",
    ["status", "requestId"],
    {
      status: { type: "integer", description: "The HTTP status that it would have had alone." },
      verdict: { type: "string", enum: ["accepted", "duplicate", "held", "refused", "test"] },
      ...{ ...decided, field, requestId: receipt, wouldBe: verdicts },
      ...{ code: { type: "string" }, message: { type: "string" } },
      price,
      retryAfter: {
        type: "integer",
        description: "Seconds to wait before it is sent again. Only if it was not stored.",
      },
    },
  ),
  PostbackWarning: {
    type: "object",
    description: "A parameter that had no effect, or not the intended one.",
    required: ["field", "message"],
    properties: {
      field: { type: "string", description: "The parameter." },
      message: { type: "string", description: "The sentence about it." },
    },
  },
};
