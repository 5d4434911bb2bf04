import type { Json } from "./document/schemas.server";
import { described, parameter, postbackFields, RECEIPT_HEADER } from "./postback-schemas.server";

/** OpenAPI entries of postbacks, which are answered before the app and are not operations. */

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
type Answers = Record<string, readonly [description: string, schema: string, other?: string]>;
const answersOf = (all: Answers, examples: Record<string, Json | undefined>): Json =>
  Object.fromEntries(
    Object.entries(all).map(([status, [description, schema, other]]) => [
      status,
      {
        description,
        headers: { ...RECEIPT_HEADER, ...(["429", "503"].includes(status) ? RETRY : {}) },
        content: {
          "application/json": {
            schema: other ? { anyOf: [named(schema), named(other)] } : named(schema),
            ...(examples[status] ? { examples: examples[status] } : {}),
          },
        },
      },
    ]),
  );
const GATE: Answers = {
  "429": ["Not stored: too many of this address were refused; try again after Retry-After", "PostbackRefused"],
  "500": ["A fault of the product; perhaps not stored", "PostbackRefused"],
  "503": ["Not stored; try again after Retry-After", "PostbackRefused"],
};
const answers = answersOf(
  {
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
    ...GATE,
  },
  EXAMPLES,
);
const postback = {
  summary: "report a sale, a bonus or a click",
  description:
    "Books the sale, bonus or click that a visitor made after a click on a tracked link. The secret is in the body (or query), or in `Authorization: Bearer`.",
  security: [],
  tags: ["site-calls"],
  responses: answers,
};
const CLICK = { clickid: "0b8f2c5e-3d7a-4f0e-9c41-5a2b7d6e8f90", event: "sale", txid: "A-1001" };
const REQUESTS = {
  sale: { summary: "A sale", value: { ...CLICK, amount: "49.90", currency: "USD" } },
  reversal: { summary: "Its reversal", value: { ...CLICK, status: "reversed", reason: "refund" } },
  test: { summary: "A test, which books nothing", value: { ...CLICK, test: "1" } },
};
const BATCH_ANSWER = [
  { status: 200, ...booked, requestId: RECEIPT },
  {
    ...{ status: 400, verdict: "refused", id: null, duplicate: false, reason: "missing_clickid", field: "clickid" },
    ...{ detail: "clickid must be the click ID that the link passed to the site.", requestId: RECEIPT },
  },
];
const batch = {
  operationId: "tracking.postbackBatch",
  summary: "report several sales, bonuses or clicks at once",
  description:
    "Each postback of the list gets the answer that it would get alone, in its place, with its own `status`. One that is refused keeps no other back. The secret is in each, or in `Authorization: Bearer`.",
  security: [],
  tags: ["site-calls"],
  responses: {
    "200": {
      description: "One answer for each, in order",
      headers: RECEIPT_HEADER,
      content: {
        "application/json": {
          schema: { type: "array", maxItems: 500, items: named("PostbackInBatch") },
          examples: { oneIsRefused: { summary: "One is booked, one refused", value: BATCH_ANSWER } },
        },
      },
    },
    ...answersOf(
      {
        "400": ["Refused as a whole: no JSON list", "PostbackRefused"],
        "401": [
          "Refused as a whole: the list cannot be read, and no site has the secret in the header",
          "PostbackRefused",
        ],
        "405": ["Refused: not a POST", "PostbackRefused"],
        "413": ["Refused as a whole: more than 500 postbacks, or too long", "PostbackRefused"],
        "415": ["Refused as a whole: another content type", "PostbackRefused"],
        ...GATE,
      },
      {},
    ),
  },
};
const form = { type: "object", required: ["clickid", "event"], properties: described(postbackFields) };

const pixelFields = Object.entries(postbackFields).filter(([name]) => !["secret", "status", "reason"].includes(name));
const pixel = {
  operationId: "tracking.pixel",
  summary: "report a sale from a page of the site",
  description:
    "The pixel of a site without a server. Takes the parameters of a postback with a pixel key, which is public, and answers an image whatever the verdict. A sale that it reports is pending until a superadmin replays it.",
  security: [],
  tags: ["site-calls"],
  parameters: [
    parameter("key", "query", { type: "string" }, true),
    ...pixelFields.map(([name, schema]) => parameter(name, "query", schema, form.required.includes(name))),
  ],
  responses: {
    "200": {
      description: "A transparent image of one pixel",
      headers: {
        ...RECEIPT_HEADER,
        "X-Postback-Verdict": {
          description: "The verdict, and its reason if it has one: `held; reason=unconfirmed`.",
          schema: { type: "string" },
        },
      },
      content: { "image/gif": { schema: { type: "string", format: "binary" } } },
    },
    "431": { description: "Not read: the address is longer than 16 KB" },
  },
};

export const postbackPaths = {
  "/api/pixel.gif": { get: pixel },
  "/api/postback": {
    get: {
      ...postback,
      operationId: "tracking.postbackByQuery",
      parameters: Object.entries(postbackFields).map(([name, schema]) =>
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
  "/api/postback/batch": {
    post: {
      ...batch,
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: { type: "array", maxItems: 500, items: form },
            examples: {
              sales: { summary: "Two sales", value: [REQUESTS.sale.value, { ...REQUESTS.sale.value, txid: "A-1002" }] },
              saleAndReversal: {
                summary: "A sale and its reversal",
                value: [REQUESTS.sale.value, REQUESTS.reversal.value],
              },
            },
          },
        },
      },
    },
  },
};
