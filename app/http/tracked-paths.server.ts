import { type Json, withDescription } from "./document/schemas.server";

/**
 * OpenAPI entries of the tracking addresses. They are answered before the app and are not operations, so their entries
 * are written by hand.
 */

/** A page, or JSON for clients that do not accept HTML. */
const refusal = (description: string) => ({
  description,
  content: {
    "text/html": { schema: { type: "string" } },
    "application/json": { schema: { $ref: "#/components/schemas/Refusal" } },
  },
});
const OPERATION = "tracking.postback";

const parameter = (name: string, where: "path" | "query", schema: Json = { type: "string" }, required = false) => {
  const { description, ...rest } = withDescription(schema, OPERATION, name);
  const example = PARAMETER_EXAMPLES[name];
  return {
    ...{ name, in: where, required: where === "path" || required, description, schema: rest },
    ...(example === undefined ? {} : { example }),
  };
};
const described = (fields: Record<string, Json>): Json =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, withDescription(schema, OPERATION, name)]));
const RECEIPT_HEADER = { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" } };
const PARAMETER_EXAMPLES: Record<string, unknown> = {
  ...{ code: "7f3a9c0e51b24d68a1c2e3f405162738", siteId: 7, typeId: 24, agentId: 64, sub1: "newsletter" },
  ...{ clickid: "0b8f2c5e-3d7a-4f0e-9c41-5a2b7d6e8f90", event: "sale", txid: "A-1001", secret: "demo-secret-7" },
};
const subs = [1, 2, 3, 4, 5].map((n) => parameter(`sub${n}`, "query"));
const redirect = (operationId: string, parameters: object[]) => ({
  operationId,
  summary: "follow a tracked link",
  description:
    "Stores a click and sends the visitor on. Needs no token. Sub IDs are kept with the click. The target's macros are filled in, as `url` of a link describes.",
  security: [],
  tags: ["tracking"],
  parameters: [...parameters, ...subs],
  responses: {
    "302": {
      description: "To the target; the click is stored",
      headers: { ...RECEIPT_HEADER, Location: { description: "The target.", schema: { type: "string" } } },
    },
    "404": refusal("No such link"),
    "405": refusal("Neither GET nor HEAD"),
    "410": refusal("The link is suspended"),
    "414": refusal("The address is too long"),
    "503": refusal("Not stored; try again after Retry-After"),
  },
});

const id = { type: "integer", minimum: 1 };
const fields = {
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

const answer = (description: string, required: readonly string[], properties: Record<string, Json>): Json => ({
  type: "object",
  description,
  required: ["verdict", "id", "duplicate", ...required],
  properties: described(properties),
});

/** The answers to a postback, by verdict. */
export const trackedSchemas: Record<string, Json> = {
  PostbackBooked: answer("The event is booked now, or was before.", [], {
    verdict: { type: "string", enum: ["accepted", "duplicate"] },
    ...decided,
  }),
  PostbackTest: answer("A test, which books nothing.", ["wouldBe"], {
    verdict: { type: "string", enum: ["test"] },
    ...{ ...decided, field, wouldBe: verdicts },
    price: {
      type: "object",
      properties: described({ source: { type: "string", enum: ["office", "geo", "default", "none"] } }),
    },
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

const named = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const RECEIPT = "0b8f2c5e-3d7a-4f0e-9c41-5a2b7d6e8f90";
const booked = { verdict: "accepted", id: 11838, duplicate: false };
const isRefused = (reason: string, detail: string, more: Json = {}) => ({
  value: { verdict: "refused", id: null, duplicate: false, reason, ...more, detail, requestId: RECEIPT },
});

const EXAMPLES: Record<string, Json> = {
  "200": {
    accepted: { value: booked },
    duplicate: { value: { verdict: "duplicate", id: 11838, duplicate: true } },
    test: {
      value: { ...booked, verdict: "test", id: null, wouldBe: "accepted", price: { source: "default" } },
    },
  },
  "202": {
    unknownClick: {
      value: {
        ...{ verdict: "held", id: null, duplicate: false, reason: "unknown_click" },
        ...{ detail: "No click has this click ID. It is tried again for ten minutes.", requestId: RECEIPT },
      },
    },
  },
  "400": { missingClickId: isRefused("missing_clickid", "Send the click ID of the link.", { field: "clickid" }) },
  "401": { badSecret: isRefused("bad_secret", "No site has this secret.") },
};
const RETRY = { "Retry-After": { $ref: "#/components/headers/Retry-After" } };
const answers = Object.fromEntries(
  Object.entries({
    "200": ["Accepted, a duplicate or a test", "PostbackBooked", "PostbackTest"],
    "202": ["Held", "PostbackPending"],
    "400": ["Refused: a parameter is wrong, or the body cannot be read", "PostbackRefused"],
    "401": ["Refused: bad_secret", "PostbackRefused"],
    "403": ["Refused: ip_denied", "PostbackRefused"],
    "405": ["Refused: neither GET nor POST", "PostbackRefused"],
    "409": ["Refused: bonus_not_enabled", "PostbackRefused"],
    "413": ["Refused: longer than 16 KB, or more than 1,000 parameters", "PostbackRefused"],
    "414": ["Refused: an address of more than 8 KB", "PostbackRefused"],
    "415": ["Refused: another content type", "PostbackRefused"],
    "429": ["Not stored: too many of this address were refused; try again after Retry-After", "PostbackRefused"],
    "500": ["A fault of the product; perhaps not stored", "PostbackRefused"],
    "503": ["Not stored; try again after Retry-After", "PostbackRefused"],
  }).map(([status, [description, schema = "", other]]) => [
    status,
    {
      description,
      headers: { ...RECEIPT_HEADER, ...(["429", "503"].includes(status) ? RETRY : {}) },
      content: {
        "application/json": {
          schema: other ? { anyOf: [named(schema), named(other)] } : named(schema),
          ...(EXAMPLES[status] ? { examples: EXAMPLES[status] } : {}),
        },
      },
    },
  ]),
);
const postback = {
  summary: "report a sale, a bonus or a click",
  description:
    "Books the sale, bonus or click that a visitor made after a click on a tracked link. The secret is in the body (or query), or in `Authorization: Bearer`.",
  security: [],
  tags: ["tracking"],
  responses: answers,
};
const CLICK = { clickid: "0b8f2c5e-3d7a-4f0e-9c41-5a2b7d6e8f90", event: "sale", txid: "A-1001" };
const REQUESTS = {
  sale: { summary: "A sale", value: { ...CLICK, amount: "49.90", currency: "USD" } },
  reversal: { summary: "Its reversal", value: { ...CLICK, status: "reversed", reason: "refund" } },
  test: { summary: "A test, which books nothing", value: { ...CLICK, test: "1" } },
};
const form = { type: "object", required: ["clickid", "event"], properties: described(fields) };

export const trackedPaths = {
  "/api/l/{code}": {
    get: redirect("tracking.encodedLink", [
      parameter("code", "path", { type: "string", description: "The code of an encoded link." }),
    ]),
  },
  "/api/links/go/{siteId}/{typeId}/{agentId}": {
    get: redirect(
      "tracking.directLink",
      ["siteId", "typeId", "agentId"].map((name) => parameter(name, "path", id)),
    ),
  },
  "/api/postback": {
    get: {
      ...postback,
      operationId: "tracking.postbackByQuery",
      parameters: Object.entries(fields).map(([name, schema]) =>
        parameter(name, "query", schema, form.required.includes(name)),
      ),
    },
    post: {
      ...postback,
      operationId: "tracking.postback",
      requestBody: {
        required: true,
        content: Object.fromEntries(
          ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"].map((type) => [
            type,
            { schema: form, examples: REQUESTS },
          ]),
        ),
      },
    },
  },
};
