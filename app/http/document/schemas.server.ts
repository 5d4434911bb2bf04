import { z } from "zod";
import { fieldDoc } from "./fields";

/** JSON schemas of OpenAPI 3.0. Schemas with an ID in their metadata become components, which answers refer to. */

export type Json = Record<string, unknown>;

const OPTIONS = { unrepresentable: "any", target: "openapi-3.0" } as const;
/** Inputs are written in full: without registered IDs there are no references. */
const noIds = z.registry<Record<string, never>>();
const PREFIX = "#/components/schemas/";
const LARGEST_SAFE = Number.MAX_SAFE_INTEGER;

export const components: Record<string, Json> = {};

/** `scope` is the name of the operation, for the descriptions of keys. */
export function inputSchema(schema: z.ZodType, scope: string): Json {
  const { $schema: _, ...result } = z.toJSONSchema(schema, { ...OPTIONS, io: "input", metadata: noIds }) as Json;
  return refine(result, scope) as Json;
}

export function outputSchema(schema: z.ZodType, scope: string): Json {
  const { $schema: _, definitions, ...result } = z.toJSONSchema(schema, { ...OPTIONS, io: "output" }) as Json;
  for (const [id, definition] of Object.entries((definitions ?? {}) as Record<string, Json>)) register(id, definition);
  if (typeof result.id !== "string") return refine(result, scope) as Json;
  register(result.id, result);
  return { $ref: PREFIX + result.id };
}

function register(id: string, { id: _, ...definition }: Json): void {
  components[id] ??= refine(definition, id) as Json;
}

/** Adds descriptions and formats, and removes keys that OpenAPI 3.0 does not know and meaningless bounds. */
function refine(value: unknown, scope: string): unknown {
  if (Array.isArray(value)) return value.map((item) => refine(item, scope));
  if (value === null || typeof value !== "object") return value;
  const schema = value as Json;
  if (typeof schema.$ref === "string") {
    const reference = { $ref: PREFIX + schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1) };
    return schema.nullable ? { type: "object", nullable: true, allOf: [reference] } : reference;
  }
  const result: Json = {};
  for (const [name, item] of Object.entries(withMergedChoices(schema))) {
    if ((name === "maximum" || name === "minimum") && Math.abs(Number(item)) >= LARGEST_SAFE) continue;
    // Later versions may add keys to answers.
    if (name === "additionalProperties" && item === false) continue;
    if (name === "contentEncoding" || name === "contentMediaType") continue;
    result[name] = name === "properties" ? refineFields(item as Record<string, Json>, scope) : refine(item, scope);
  }
  if (result.nullable && Array.isArray(result.enum) && !result.enum.includes(null))
    result.enum = [...(result.enum as unknown[]), null];
  if (result.nullable && !result.type) result.type = "object";
  return result;
}

/** Alternatives that are all lists of texts become one list: OpenAPI 3.0 wants a single type beside `nullable`. */
function withMergedChoices({ anyOf, ...schema }: Json): Json {
  const choices = (anyOf ?? []) as { type?: string; enum?: unknown[] }[];
  if (choices.length > 0 && choices.every((choice) => choice.type === "string" && choice.enum))
    return { ...schema, type: "string", enum: choices.flatMap((choice) => choice.enum) };
  return anyOf === undefined ? schema : { ...schema, anyOf };
}

const refineFields = (fields: Record<string, Json>, scope: string): Json =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, withDescription(refine(field, scope) as Json, scope, name)]),
  );

export function withDescription(field: Json, scope: string, name: string): Json {
  const doc = fieldDoc(scope, name);
  if (!doc || "$ref" in field) return field;
  const { description, format } = doc;
  const isId = field.type === "integer" && (name === "id" || name.endsWith("Id"));
  return {
    ...field,
    description,
    ...(format && field.type === "string" ? { format } : {}),
    ...(isId && field.minimum === undefined ? { minimum: 1 } : {}),
  };
}
