import { z } from "zod";
import { fieldDoc } from "./fields";

/** JSON schemas of OpenAPI 3.1. Schemas with an ID in their metadata become components, which answers refer to. */

export type Json = Record<string, unknown>;

const OPTIONS = { unrepresentable: "any", target: "draft-2020-12" } as const;
const PREFIX = "#/components/schemas/";
const LARGEST_SAFE = Number.MAX_SAFE_INTEGER;

/** Inputs are written in full: without IDs in the metadata there are no references. */
class WithoutIds extends z.core.$ZodRegistry<Record<string, unknown>> {
  override get(schema: z.core.$ZodType) {
    const { id: _, ...meta } = (z.globalRegistry.get(schema as z.ZodType) ?? {}) as Record<string, unknown>;
    return meta as never;
  }
}
const withoutIds = new WithoutIds();

export const components: Record<string, Json> = {};

/** `scope` is the name of the operation, for the descriptions of keys. */
export function inputSchema(schema: z.ZodType, scope: string): Json {
  const { $schema: _, ...result } = z.toJSONSchema(schema, { ...OPTIONS, io: "input", metadata: withoutIds }) as Json;
  return refine(result, scope) as Json;
}

export function outputSchema(schema: z.ZodType, scope: string): Json {
  const { $schema: _, $defs, ...result } = z.toJSONSchema(schema, { ...OPTIONS, io: "output" }) as Json;
  for (const [id, definition] of Object.entries(($defs ?? {}) as Record<string, Json>)) register(id, definition);
  return refine(result, scope) as Json;
}

function register(id: string, definition: Json): void {
  components[id] ??= refine(definition, id) as Json;
}

/** Adds descriptions and formats, and removes meaningless bounds. `scope` ends with the names of the outer keys. */
function refine(value: unknown, scope: string): unknown {
  if (Array.isArray(value)) return value.map((item) => refine(item, scope));
  if (value === null || typeof value !== "object") return value;
  const schema = withSingleType(value as Json);
  if (typeof schema.$ref === "string")
    return { ...schema, $ref: PREFIX + schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1) };
  const result: Json = {};
  for (const [name, item] of Object.entries(schema)) {
    if ((name === "maximum" || name === "minimum") && Math.abs(Number(item)) >= LARGEST_SAFE) continue;
    // Later versions may add keys to answers.
    if (name === "additionalProperties" && item === false) continue;
    if (["contentEncoding", "contentMediaType", "propertyNames"].includes(name)) continue;
    // The length of a file in bytes is not that of a text.
    if (schema.format === "binary" && ["minLength", "maxLength"].includes(name)) continue;
    result[name] = name === "properties" ? refineFields(item as Record<string, Json>, scope) : refine(item, scope);
  }
  return result;
}

/** Alternatives and nothing else. */
const isBare = (choice: Json): boolean => "anyOf" in choice && Object.keys(choice).length === 1;
const isNull = (choice: Json): boolean => choice.type === "null" && choice.enum === undefined;

/**
 * Alternatives that one schema can say: a value or null, and lists of texts. Generators of clients make plain types of
 * them.
 */
function withSingleType({ anyOf, ...schema }: Json): Json {
  if (anyOf === undefined) return schema;
  const choices = (anyOf as Json[]).flatMap((choice) => (isBare(choice) ? (choice.anyOf as Json[]) : [choice]));
  const others = choices.filter((choice) => !isNull(choice));
  const isNullable = others.length < choices.length;
  const [first, ...rest] = others;
  if (others.length > 1 && others.every((choice) => choice.type === "string" && choice.enum)) {
    const values = others.flatMap((choice) => choice.enum as unknown[]);
    return withSingleType({ ...schema, anyOf: [{ type: "string", enum: values }, ...(isNullable ? [NULL] : [])] });
  }
  if (!first || rest.length > 0 || typeof first.type !== "string") return { ...schema, anyOf: choices };
  if (!isNullable) return { ...first, ...schema };
  return {
    ...first,
    ...schema,
    type: [first.type, "null"],
    ...(first.enum ? { enum: [...(first.enum as unknown[]), null] } : {}),
  };
}

const NULL: Json = { type: "null" };

const refineFields = (fields: Record<string, Json>, scope: string): Json =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      withDescription(refine(field, `${scope}.${name}`) as Json, scope, name),
    ]),
  );

/** The description at the key's own schema comes first; keys without one have it in the table of descriptions. */
export function withDescription(field: Json, scope: string, name: string): Json {
  const doc = fieldDoc(scope, name);
  if (!doc) return field;
  const { description, format } = doc;
  const types = [field.type].flat();
  const isId = types[0] === "integer" && (name === "id" || name.endsWith("Id"));
  return {
    ...field,
    description: field.description ?? description,
    ...(format && types[0] === "string" ? { format: field.format ?? format } : {}),
    ...(isId && field.minimum === undefined ? { minimum: 1 } : {}),
  };
}
