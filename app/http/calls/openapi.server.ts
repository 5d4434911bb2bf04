import { brand, config, type Operation } from "~/gate.server";
import { version } from "../../../package.json";
import type { CallEntry } from "./calls";
import { examples } from "../document/examples.server";
import { areaOf, contract, moduleOf } from "../contract/index.server";
import { feedPath } from "../document/feed-path.server";
import { modules } from "../document/modules";
import {
  headerRefs,
  headers,
  LIMIT_HEADERS,
  refusalResponses,
  refused,
  sharedSchemas,
  warningsSchema,
} from "../document/responses.server";
import { components, inputSchema, type Json, outputSchema } from "../document/schemas.server";
import { eventWebhooks } from "../document/webhook-events.server";
import { postbackSchemas } from "../postback-schemas.server";
import { trackedPaths } from "../tracked-paths.server";

/** The OpenAPI document, generated from the tables of calls. */

const IDEMPOTENCY_KEY = { $ref: "#/components/parameters/IdempotencyKey" };
const IF_MATCH = { $ref: "#/components/parameters/IfMatch" };

/** The fields of an input, by where they are sent. */
function splitInput(path: string, input: Json, method: string, example: Record<string, unknown> = {}) {
  const isRead = method === "GET";
  const properties = (input.properties ?? {}) as Record<string, Json>;
  const required = new Set((input.required ?? []) as string[]);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  const others = Object.entries(properties).filter(([name]) => !inPath.includes(name));
  const parameter = (place: "path" | "query") => (name: string) => {
    const { description, ...schema } = properties[name] ?? {};
    const shown = Object.hasOwn(example, name) ? { example: example[name] } : {};
    return { name, in: place, required: place === "path" || required.has(name), description, schema, ...shown };
  };
  const parameters: Json[] = inPath.map(parameter("path"));
  if (isRead) parameters.push(...others.map(([name]) => parameter("query")(name)));
  const requiredInBody = others.map(([name]) => name).filter((name) => required.has(name));
  const body: Json = {
    ...input,
    ...(input.type === "object" ? { properties: Object.fromEntries(others), required: requiredInBody } : {}),
  };
  if (requiredInBody.length === 0) delete body.required;
  const takesBody = !isRead && method !== "DELETE" && (input.type !== "object" || others.length > 0);
  return { parameters, body: takesBody ? body : undefined, isBodyRequired: requiredInBody.length > 0 };
}

/** The answer as sent: `isNew` only selects the status, and unknown keys are reported in `warnings`. */
function answerSchema({ operation, unlessKnown }: CallEntry): Json {
  const schema = outputSchema((operation as Operation).output, operation.name);
  if (schema.type === "array" || "anyOf" in schema) return schema;
  if ("$ref" in schema) return { allOf: [schema, { $ref: "#/components/schemas/Warned" }] };
  const { isNew: _status, ...properties } = (schema.properties ?? {}) as Json;
  const required = ((schema.required ?? []) as string[]).filter((name) => !unlessKnown || name !== "isNew");
  const shown = unlessKnown ? properties : ((schema.properties ?? {}) as Json);
  return {
    ...schema,
    properties: "warnings" in shown ? shown : { ...shown, warnings: warningsSchema },
    ...(required.length > 0 ? { required } : {}),
  };
}

const BY_SECRET = "For sites, with their secret as the bearer or as `secret`, from the addresses that the site allows.";

const NEEDS: Record<string, string> = {
  anyone: "Needs no token.",
  agent: "For all accounts.",
  company: "For offices, admins and superadmins.",
  admin: "For admins and superadmins.",
  superadmin: "For superadmins.",
  designated: "For the designated superadmin: the account that the setting DESIGNATED_USERNAME names.",
  "only:company": "For offices only.",
  "only:agent": "For agents only.",
  "superadmin|only:company|only:agent":
    "For superadmins and offices, and for agents with postbacks of their own sales.",
  "only:agent|only:company": "For agents and offices.",
};

/** Roles, scope and effects in sentences, from the operation's own declarations. */
function describeOperation({ operation, deprecatedSince, bySecret }: CallEntry): string {
  const { allow, does, kind, mayLag, monitoring } = operation;
  const permission = /^P:(\w+)$/.exec(allow.needs)?.[1];
  return [
    `To ${does}.`,
    (bySecret ? BY_SECRET : NEEDS[allow.needs]) ??
      `For superadmins, and admins with the permission ${permission ?? allow.needs}.`,
    kind !== "command" ? "Changes nothing." : allow.needs === "anyone" ? "" : "A token of scope `read` may not.",
    monitoring ? "Tokens of scope `health` may." : "",
    mayLag ? "The answer may be a few seconds old where the database has replicas; see `X-As-Of`." : "",
    allow.needs === "agent" || allow.needs === "company" ? "Agents and offices get what is theirs." : "",
    deprecatedSince ? "Deprecated: please use POST." : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Needs no token, but its body has one that may be refused. */
const EXCHANGE = "POST auth/login-remote";

function describe(line: string, entry: CallEntry): [string, string, Json] {
  const { operation, status, form, unlessKnown, deprecatedSince, bySecret } = entry;
  const [method, path] = line.split(" ") as [string, string];
  const example = examples[line];
  const isRead = method === "GET";
  const isOpen = operation.allow.needs === "anyone";
  const isCommand = operation.kind === "command" && !isRead;
  const input = inputSchema(operation.input, operation.name);
  const { parameters, body, isBodyRequired } = splitInput(path, input, method, example?.parameters);
  const takesVersion = isCommand && Object.hasOwn(input.properties ?? {}, "version");
  const schema = operation.kind === "stream" ? { type: "string" } : answerSchema(entry);
  const content = {
    [operation.kind === "stream" ? "text/plain" : "application/json"]: {
      schema,
      ...(example?.answer === undefined ? {} : { example: example.answer }),
    },
  };
  const isRefused: Record<string, boolean> = {
    "401": !isOpen || line === EXCHANGE || bySecret === true,
    "403": !isOpen || bySecret === true,
    "404": parameters.length > 0 || body !== undefined || !isOpen,
    "409": isCommand,
    "412": isCommand && !isOpen,
    "413": body !== undefined,
    "415": body !== undefined,
  };
  const hasTag = isRead && !isOpen && operation.kind === "query";
  const answered = headerRefs(
    ...LIMIT_HEADERS,
    ...(operation.mayLag ? ["X-As-Of"] : []),
    ...(isCommand && !isOpen ? ["Idempotent-Replayed"] : []),
    ...(hasTag ? ["ETag"] : []),
    ...(deprecatedSince ? ["Deprecation", "Sunset"] : []),
    ...(status === 201 ? ["Location"] : []),
  );
  const done = { description: "Done", headers: answered, content };
  return [
    `/api/${path}`,
    method.toLowerCase(),
    {
      operationId: deprecatedSince ? `${operation.name}.${method.toLowerCase()}` : operation.name,
      summary: operation.does,
      description: describeOperation(entry),
      ...(deprecatedSince ? { deprecated: true } : {}),
      ...{ "x-needs": operation.allow.needs, "x-area": areaOf(line) },
      tags: [moduleOf(line)],
      ...(isOpen ? { security: [] } : {}),
      parameters: [
        ...parameters,
        ...(isCommand && !isOpen ? [IDEMPOTENCY_KEY] : []),
        ...(takesVersion ? [IF_MATCH] : []),
      ],
      ...(body
        ? {
            requestBody: {
              required: isBodyRequired,
              content: {
                [form ? "multipart/form-data" : "application/json"]: {
                  schema: body,
                  ...(!form && example?.request !== undefined ? { example: example.request } : {}),
                },
              },
            },
          }
        : {}),
      responses: {
        [status]: done,
        ...(unlessKnown ? { "200": { ...done, description: "The record exists already" } } : {}),
        ...(hasTag ? { "304": { description: "Unchanged since the answer with this ETag", headers: answered } } : {}),
        ...Object.fromEntries(
          Object.entries(refused)
            .filter(([code]) => isRefused[code] ?? true)
            .map(([code, { code: name }]) => [
              code,
              refusalOf(name, String(example?.refusal?.status) === code ? example?.refusal?.body : undefined),
            ]),
        ),
      },
    },
  ];
}

/** The shared response of the refusal, or the same with an example of this call. */
const refusalOf = (name: string, example: unknown): Json =>
  example === undefined
    ? { $ref: `#/components/responses/${name}` }
    : {
        ...refusalResponses[name],
        content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" }, example } },
      };

let cached: Json | undefined;

export function openapi(): Json {
  if (cached) return cached;
  const paths: Record<string, Json> = {};
  for (const [line, entry] of Object.entries(contract)) {
    const [path, method, description] = describe(line, entry);
    (paths[path] ??= {})[method] = description;
  }
  return (cached = {
    openapi: "3.1.0",
    info: {
      title: `${brand().name} back office`,
      version: version,
      contact: { name: brand().name, ...(config().SUPPORT_EMAIL ? { email: config().SUPPORT_EMAIL } : {}) },
      license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
      description:
        "Send a client token (ct_…) as a bearer. Or sign in at auth/login, or exchange a client token at auth/login-remote, and " +
        "send the answered token, which lives 12 hours; INVALID_TOKEN (401) says that it ended. x-area is the area of a call. " +
        "Dates are New York days, times ISO 8601 with offset, money numbers with at most two decimals.",
    },
    servers: [{ url: config().APP_URL ?? "/" }],
    security: [{ bearer: [] }],
    tags: Object.entries(modules).map(([name, { description }]) => ({ name, description })),
    paths: { ...paths, ...feedPath, ...trackedPaths },
    webhooks: eventWebhooks(),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      parameters: {
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          description:
            "A repeat with the same key and body within 24 hours gets the first answer again, and nothing is done twice.",
          schema: { type: "string", maxLength: 255 },
        },
        IfMatch: {
          name: "If-Match",
          in: "header",
          required: false,
          description:
            'The version that the change is based on, such as `"7"`, or the `ETag` of the record\'s answer: 412 if it has another. ' +
            "It comes before `version` in the body.",
          schema: { type: "string" },
        },
      },
      headers,
      responses: refusalResponses,
      schemas: {
        ...components,
        ...sharedSchemas,
        ...postbackSchemas,
      },
    },
  });
}
