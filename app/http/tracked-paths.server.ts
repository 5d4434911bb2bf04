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

const parameter = (name: string, where: "path" | "query", schema: Json = { type: "string" }) => {
  const { description, ...rest } = withDescription(schema, OPERATION, name);
  return { name, in: where, required: where === "path", description, schema: rest };
};
const described = (fields: Record<string, Json>): Json =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, withDescription(schema, OPERATION, name)]));
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
    "302": { description: "To the target; the click is stored" },
    "404": refusal("No such link"),
    "410": refusal("The link is suspended"),
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
const verdict = {
  type: "object",
  required: ["verdict", "id", "duplicate"],
  properties: described({
    verdict: { type: "string", enum: ["accepted", "duplicate", "held", "refused", "test"] },
    id: { type: "integer", nullable: true },
    duplicate: { type: "boolean" },
    reason: { type: "string" },
    field: { type: "string" },
    detail: { type: "string" },
    requestId: { type: "string", format: "uuid" },
    wouldBe: { type: "string", enum: ["accepted", "duplicate", "held", "refused"] },
    price: {
      type: "object",
      properties: described({ source: { type: "string", enum: ["office", "geo", "default", "none"] } }),
    },
    warnings: {
      type: "array",
      items: {
        type: "object",
        required: ["field", "message"],
        properties: {
          field: { type: "string", description: "The parameter." },
          message: { type: "string", description: "The sentence about it." },
        },
      },
    },
    code: { type: "string" },
    message: { type: "string" },
  }),
};
const retryAfter = {
  "Retry-After": { description: "Seconds to wait before the next attempt.", schema: { type: "integer" } },
};
const answers = Object.fromEntries(
  Object.entries({
    "200": "Accepted, a duplicate or a test",
    "202": "Held",
    "400": "Refused: a parameter is wrong, or the body cannot be read",
    "401": "Refused: bad_secret",
    "403": "Refused: ip_denied",
    "405": "Refused: neither GET nor POST",
    "409": "Refused: bonus_not_enabled",
    "413": "Refused: longer than 16 KB, or more than 1,000 parameters",
    "414": "Refused: an address of more than 8 KB",
    "415": "Refused: another content type",
    "429": "Not stored: too many of this address were refused; try again after Retry-After",
    "503": "Not stored; try again after Retry-After",
  }).map(([status, description]) => [
    status,
    {
      description,
      ...(["429", "503"].includes(status) ? { headers: retryAfter } : {}),
      content: { "application/json": { schema: verdict } },
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
const form = { type: "object", required: ["clickid", "event"], properties: described(fields) };

export const trackedPaths = {
  "/api/l/{code}": { get: redirect("tracking.encodedLink", [parameter("code", "path")]) },
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
      parameters: Object.entries(fields).map(([name, schema]) => parameter(name, "query", schema)),
    },
    post: {
      ...postback,
      operationId: "tracking.postback",
      requestBody: {
        content: {
          "application/json": { schema: form },
          "application/x-www-form-urlencoded": { schema: form },
          "multipart/form-data": { schema: form },
        },
      },
    },
  },
};
