import { brand, config, type Operation } from "~/gate.server";
import { version } from "../../../package.json";
import type { CallEntry } from "./calls";
import { examples } from "../document/examples.server";
import { contract, moduleOf } from "../contract/index.server";
import { modules } from "../document/modules";
import {
  headerRefs,
  headers,
  LIMIT_HEADERS,
  refusalResponses,
  refusalSchema,
  refused,
  warningsSchema,
} from "../document/responses.server";
import { components, inputSchema, type Json, outputSchema } from "../document/schemas.server";
import { trackedPaths } from "../tracked-paths.server";

/** The OpenAPI document, generated from the tables of calls. */

const IDEMPOTENCY_KEY = { $ref: "#/components/parameters/IdempotencyKey" };

/** The fields of an input, by where they are sent. */
function splitInput(path: string, input: Json, method: string) {
  const isRead = method === "GET";
  const properties = (input.properties ?? {}) as Record<string, Json>;
  const required = new Set((input.required ?? []) as string[]);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  const others = Object.entries(properties).filter(([name]) => !inPath.includes(name));
  const parameter = (place: "path" | "query") => (name: string) => {
    const { description, ...schema } = properties[name] ?? {};
    return { name, in: place, required: place === "path" || required.has(name), description, schema };
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
  return { parameters, body: takesBody ? body : undefined };
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

const NEEDS: Record<string, string> = {
  anyone: "Needs no token.",
  agent: "For all accounts.",
  company: "For offices, admins and superadmins.",
  admin: "For admins and superadmins.",
  superadmin: "For superadmins.",
  designated: "For the designated superadmin.",
  "only:company": "For offices only.",
  "only:agent": "For agents only.",
  "superadmin|only:company": "For superadmins and offices.",
};

/** Roles, scope and effects in sentences, from the operation's own declarations. */
function describeOperation({ operation, deprecatedSince }: CallEntry): string {
  const { allow, does, kind, mayLag, monitoring } = operation;
  const permission = /^P:(\w+)$/.exec(allow.needs)?.[1];
  return [
    `To ${does}.`,
    NEEDS[allow.needs] ?? `For superadmins, and admins with the permission ${permission ?? allow.needs}.`,
    kind === "command" ? "" : "Changes nothing.",
    kind === "command" && allow.needs !== "anyone" ? "A token of scope `read` may not." : "",
    monitoring ? "Tokens of scope `health` may." : "",
    mayLag ? "The answer may be a few seconds old where the database has replicas; see `X-As-Of`." : "",
    allow.needs === "agent" || allow.needs === "company" ? "Agents and offices get what is theirs." : "",
    deprecatedSince ? "Deprecated: please use POST." : "",
  ]
    .filter(Boolean)
    .join(" ");
}

function describe(line: string, entry: CallEntry): [string, string, Json] {
  const { operation, status, form, deprecatedSince } = entry;
  const [method, path] = line.split(" ") as [string, string];
  const example = examples[line];
  const isRead = method === "GET";
  const isOpen = operation.allow.needs === "anyone";
  const isCommand = operation.kind === "command" && !isRead;
  const { parameters, body } = splitInput(path, inputSchema(operation.input, operation.name), method);
  const schema = operation.kind === "stream" ? { type: "string" } : answerSchema(entry);
  const content = {
    [operation.kind === "stream" ? "text/plain" : "application/json"]: {
      schema,
      ...(example?.answer === undefined ? {} : { example: example.answer }),
    },
  };
  const isRefused: Record<string, boolean> = {
    "401": !isOpen,
    "403": !isOpen,
    "404": parameters.length > 0 || body !== undefined,
    "409": isCommand,
    "413": body !== undefined,
    "415": body !== undefined,
  };
  return [
    `/api/${path}`,
    method.toLowerCase(),
    {
      operationId: deprecatedSince ? `${operation.name}.${method.toLowerCase()}` : operation.name,
      summary: operation.does,
      description: describeOperation(entry),
      ...(deprecatedSince ? { deprecated: true } : {}),
      "x-needs": operation.allow.needs,
      tags: [moduleOf(line)],
      ...(isOpen ? { security: [] } : {}),
      parameters: isCommand && !isOpen ? [...parameters, IDEMPOTENCY_KEY] : parameters,
      ...(body
        ? {
            requestBody: {
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
        [status]: {
          description: "Done",
          headers: headerRefs(
            ...LIMIT_HEADERS,
            ...(operation.mayLag ? ["X-As-Of"] : []),
            ...(isCommand && !isOpen ? ["Idempotent-Replayed"] : []),
            ...(isRead && !isOpen && operation.kind === "query" ? ["ETag"] : []),
          ),
          content,
        },
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
    openapi: "3.0.3",
    info: {
      title: `${brand().name} back office`,
      version: version,
      license: { name: "Proprietary" },
      description:
        "Send a client token (ct_…) as a bearer. Or sign in at auth/login, or exchange a client token at auth/login-remote, and " +
        "send the answered token, which lives 12 hours; INVALID_TOKEN (401) says that it ended. " +
        "Dates are New York days, times ISO 8601 with offset, money numbers with at most two decimals.",
    },
    servers: [{ url: config().APP_URL ?? "/" }],
    security: [{ bearer: [] }],
    tags: Object.entries(modules).map(([name, { description }]) => ({ name, description })),
    paths: { ...paths, ...trackedPaths },
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
      },
      headers,
      responses: refusalResponses,
      schemas: {
        ...components,
        Refusal: refusalSchema,
        Warned: {
          type: "object",
          description: "An answer that may have warnings.",
          properties: { warnings: warningsSchema },
        },
      },
    },
  });
}
