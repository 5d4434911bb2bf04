import type { Json } from "./schemas.server";

/** The refusals of calls as components of the document: one response per status. */

type Refused = { code: string; description: string; message: string; data?: object; headers?: readonly string[] };

/** Further codes of 403, with their meanings. */
const FURTHER_CODES = {
  CONFIRM: "The call needs the password of the last 15 minutes, see `POST auth/confirm`.",
  VIEWING: "The session is read-only.",
  PASSWORD_CHANGE: "The password, which somebody else set, has to be replaced first.",
  SECOND_STEP: "Two-step sign-in has to be set up first, see `POST auth/totp`.",
};

export const refused: Record<string, Refused> = {
  "400": { code: "MALFORMED", description: "Not JSON, or a wrongly encoded path.", message: "This is not JSON." },
  "401": {
    code: "INVALID_TOKEN",
    description: "No valid token.",
    message:
      "The token is missing, unknown, expired or revoked. Send a client token, or the token of auth/login, as Authorization: Bearer.",
  },
  "403": {
    code: "FORBIDDEN",
    description:
      "The role of the account, the scope or areas of the token or the kind of session does not allow it. " +
      Object.entries(FURTHER_CODES)
        .map(([code, meaning]) => `Code \`${code}\`: ${meaning}`)
        .join(" "),
    message: "You may not change offices.",
  },
  "404": {
    code: "NOT_FOUND",
    description: "There is no such record, or the account may not see it.",
    message: "There is no such agent.",
  },
  "405": {
    code: "METHOD_NOT_ALLOWED",
    description: "Another method. The header `Allow` lists those of the path.",
    message: "Please use POST.",
    headers: ["Allow"],
  },
  "409": {
    code: "CONFLICT",
    description: "The record has changed, or its state does not allow it. `data.current` may hold the record.",
    message: "Meanwhile, super saved this at 00:57. Compare and save again.",
  },
  "412": {
    code: "PRECONDITION_FAILED",
    description: "The version of the record is not the one in `If-Match`. `data.current` is the record.",
    message: "Meanwhile, super saved this at 00:57. Compare and save again.",
  },
  "413": { code: "TOO_LARGE", description: "The body is too long.", message: "Please send at most 100 KB." },
  "415": {
    code: "UNSUPPORTED_TYPE",
    description: "Another content type than the call takes.",
    message: "Please send application/json.",
  },
  "422": {
    code: "VALIDATION_ERROR",
    description:
      "`data` has messages by field; `_form` is for the whole input. Nested fields read `criteria[0].field`.",
    message: "Please enter a page size from 1 to 500.",
    data: { pageSize: ["Please enter a page size from 1 to 500."] },
  },
  "429": {
    code: "TOO_MANY_REQUESTS",
    description: "Too many calls, or too many tries.",
    message: "Too many calls. Please wait 12 seconds.",
    headers: ["Retry-After"],
  },
  "500": {
    code: "SERVER_ERROR",
    description: "A fault of the product. Quote `requestId`.",
    message: "Something went wrong on our side. Please try again; if it stays, name the incident.",
  },
  "503": {
    code: "UNAVAILABLE",
    description: "The database does not answer. Repeat the call, a change with an `Idempotency-Key`.",
    message: "The service is busy. Nothing was lost; try again in a moment.",
    headers: ["Retry-After"],
  },
};

/** Every code of a refusal with its status and meaning, for the page that refusals refer to. */
export const refusalCodes = [
  ...Object.entries(refused).map(([status, { code, description: meaning }]) => ({ code, status, meaning })),
  ...Object.entries(FURTHER_CODES).map(([code, meaning]) => ({ code, status: "403", meaning })),
];

const integer = (description: string): Json => ({ description, schema: { type: "integer", minimum: 0 } });

export const headers: Record<string, Json> = {
  "RateLimit-Limit": integer("Calls a minute that the limit closer to its end allows."),
  "RateLimit-Remaining": integer("Calls left until it is reset."),
  "RateLimit-Reset": integer("Seconds until it is reset."),
  "Retry-After": integer("Seconds to wait before the call is repeated."),
  Deprecation: { description: "Since when the call is deprecated (RFC 9745).", schema: { type: "string" } },
  Sunset: { description: "Until when a deprecated call works at least (RFC 8594).", schema: { type: "string" } },
  Location: { description: "The address of the new record, if a call reads it.", schema: { type: "string" } },
  Allow: { description: "The methods of the path.", schema: { type: "string" } },
  "X-Request-Id": {
    description: "ID of the request. Name it when you ask for help.",
    schema: { type: "string", format: "uuid" },
  },
  "X-As-Of": {
    description: "The time that the answer is true for, if a replica gave it.",
    schema: { type: "string", format: "date-time" },
  },
  "Idempotent-Replayed": {
    description: "`true` if this is the first answer to a call with the same `Idempotency-Key`.",
    schema: { type: "string", enum: ["true"] },
  },
  ETag: { description: "Send it as `If-None-Match` to get 304 while nothing has changed.", schema: { type: "string" } },
};

export const headerRefs = (...names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const LIMIT_HEADERS = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "X-Request-Id"] as const;

const REQUEST_ID = "0b8f2c5e-3d7a-4f0e-9c41-5a2b7d6e8f90";

export const refusalResponses: Record<string, Json> = Object.fromEntries(
  Object.values(refused).map(({ code, description, message, data, headers: own = [] }) => [
    code,
    {
      description,
      headers: headerRefs(...LIMIT_HEADERS, ...own),
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/Refusal" },
          example: { code, message, ...(data ? { data } : {}), requestId: REQUEST_ID },
        },
        "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
      },
    },
  ]),
);

const refusalSchema: Json = {
  type: "object",
  description: "The body of every refused call.",
  required: ["code", "message", "requestId"],
  properties: {
    code: {
      type: "string",
      description: "For programs. It does not change.",
      enum: [...Object.values(refused).map(({ code }) => code), ...Object.keys(FURTHER_CODES)],
    },
    message: { type: "string", description: "A sentence for people. It may change." },
    data: { type: "object", description: "Messages by field, or the current record.", additionalProperties: true },
    requestId: { type: "string", format: "uuid", description: "The same as the header `X-Request-Id`." },
  },
};

const problemSchema: Json = {
  description: "The same as a problem of RFC 9457, for programs that accept `application/problem+json`.",
  allOf: [
    { $ref: "#/components/schemas/Refusal" },
    {
      type: "object",
      required: ["type", "title", "status", "detail", "instance"],
      properties: {
        type: { type: "string", format: "uri-reference", description: "The explanation of the code." },
        title: { type: "string", description: "The code in words." },
        status: { type: "integer", description: "HTTP status." },
        detail: { type: "string", description: "The same as `message`." },
        instance: { type: "string", format: "uri", description: "The request, as `urn:uuid:` and its ID." },
      },
    },
  ],
};

const warning: Json = {
  type: "object",
  description: "A key of the request that had no effect.",
  required: ["field", "message"],
  properties: {
    field: { type: "string", description: "Path of the key, such as `criteria[0].feild`." },
    message: { type: "string", description: "The fault, and the keys that are taken there." },
  },
};

export const warningsSchema: Json = {
  type: "array",
  description: "Unknown keys of the request, which had no effect. Absent if there are none.",
  items: { $ref: "#/components/schemas/Warning" },
};

export const sharedSchemas: Record<string, Json> = {
  Refusal: refusalSchema,
  Problem: problemSchema,
  Warning: warning,
  Warned: {
    type: "object",
    description: "An answer that may have warnings.",
    properties: { warnings: warningsSchema },
  },
};
