import { z } from "zod";
import { brand, config, type Operation } from "~/gate.server";
import type { CallEntry } from "./calls";
import { contract } from "../contract/index.server";
import { trackedPaths } from "../tracked-paths.server";

/** The OpenAPI document, generated from the tables of calls. */

type Json = Record<string, unknown>;

const jsonSchema = (schema: z.ZodType, io: "input" | "output"): Json => {
  const { $schema: _, ...result } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "openapi-3.0",
  }) as Json;
  return result;
};

const refusals: Record<string, string> = {
  "400": "MALFORMED",
  "401": "INVALID_TOKEN",
  "403": "FORBIDDEN",
  "404": "NOT_FOUND",
  "409": "CONFLICT",
  "413": "TOO_LARGE",
  "415": "UNSUPPORTED_TYPE",
  "422": "VALIDATION_ERROR",
  "429": "TOO_MANY_REQUESTS",
  "503": "UNAVAILABLE",
};

function parametersOf(path: string, input: Json, isRead: boolean) {
  const properties = (input.properties ?? {}) as Record<string, Json>;
  const required = new Set((input.required ?? []) as string[]);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  const parameters: Json[] = inPath.map((name) => ({
    name,
    in: "path",
    required: true,
    schema: properties[name] ?? {},
  }));
  const rest = Object.entries(properties).filter(([name]) => !inPath.includes(name));
  if (!isRead) return { parameters, rest, required };
  for (const [name, schema] of rest) parameters.push({ name, in: "query", required: required.has(name), schema });
  return { parameters, rest: [], required };
}

function bodyOf(input: Json, rest: [string, Json][], required: Set<string>, type: string) {
  const schema: Json =
    input.type === "object"
      ? {
          ...input,
          properties: Object.fromEntries(rest),
          required: rest.map(([name]) => name).filter((name) => required.has(name)),
        }
      : input;
  if (Array.isArray(schema.required) && schema.required.length === 0) {
    delete schema.required;
  }
  return { content: { [type]: { schema } } };
}

/** The schema of the answer as sent. `isNew` only selects the status and is left out. */
function answerSchema({ operation, unlessKnown }: CallEntry): Json {
  const schema = jsonSchema((operation as Operation).output, "output");
  if (!unlessKnown) return schema;
  const { isNew: _status, ...properties } = schema.properties as Json;
  return { ...schema, properties, required: (schema.required as string[]).filter((name) => name !== "isNew") };
}

const AS_OF: Json = {
  "X-As-Of": {
    description: "The moment that the answer is of, some seconds ago, where a replica gave it; else there is none.",
    schema: { type: "string", format: "date-time" },
  },
};

function describe(line: string, entry: CallEntry): [string, string, Json] {
  const { operation, status, form, deprecatedSince } = entry;
  const [method, path] = line.split(" ") as [string, string];
  const isRead = method === "GET";
  const input = jsonSchema(operation.input, "input");
  const { parameters, rest, required } = parametersOf(path, input, isRead);
  const open = operation.allow.needs === "anyone";
  const content =
    operation.kind === "stream"
      ? { "text/plain": { schema: { type: "string" } } }
      : { "application/json": { schema: answerSchema(entry) } };
  return [
    `/api/${path}`,
    method.toLowerCase(),
    {
      operationId: deprecatedSince ? `${operation.name}.${method.toLowerCase()}` : operation.name,
      ...(deprecatedSince ? { deprecated: true } : {}),
      summary: operation.does,
      "x-needs": operation.allow.needs,
      tags: [path.split("/")[0]],
      ...(open ? { security: [] } : {}),
      parameters,
      ...(isRead || method === "DELETE" || rest.length === 0
        ? {}
        : { requestBody: bodyOf(input, rest, required, form ? "multipart/form-data" : "application/json") }),
      responses: {
        [status]: { description: "Done", content, ...(operation.mayLag ? { headers: AS_OF } : {}) },
        ...Object.fromEntries(
          Object.entries(refusals).map(([code, description]) => [
            code,
            { description, $ref: "#/components/responses/Refusal" },
          ]),
        ),
      },
    },
  ];
}

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
      version: "1",
      description:
        "Send a client token (ct_…) as a bearer. Or sign in at auth/login, or exchange a client token at auth/login-remote, and " +
        "send the answered token, which lives 12 hours; INVALID_TOKEN (401) says that it ended. " +
        "Dates are New York days, times ISO 8601 with offset, money numbers with at most two decimals.",
    },
    servers: config().APP_URL ? [{ url: config().APP_URL }] : [],
    security: [{ bearer: [] }],
    paths: { ...paths, ...trackedPaths },
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      responses: {
        Refusal: {
          description: "Refused",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
        },
      },
      schemas: {
        Refusal: {
          type: "object",
          required: ["code", "message"],
          properties: {
            code: { type: "string" },
            message: { type: "string" },
            data: {},
            requestId: { type: "string" },
          },
        },
      },
    },
  });
}
