import fc from "fast-check";
import { aText } from "./texts";

/** JSON values for the properties of a call's schema, valid and invalid. */

export type Schema = {
  type?: string;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  default?: unknown;
};

/** Valid values by key name, for schemas that only say "text" or "number". */
export type Known = (key: string) => fc.Arbitrary<unknown> | undefined;

const deep = (levels: number): unknown => {
  let made: unknown = 1;
  for (let i = 0; i < levels; i++) made = i % 2 ? [made] : { a: made };
  return made;
};

/** A value of any kind, mostly the wrong one. */
export const aHostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: aText, weight: 6 },
  {
    arbitrary: fc.constantFrom<unknown>(
      ...[null, true, false, 0, -0, -1, 0.1, 1.005, 1e-7, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1e21, 1e308, -1e308],
      ...[[], {}, [[]], [null], [{}], deep(19), deep(21), deep(200), Array.from({ length: 501 }, (_, i) => i + 1)],
      ...[{ length: 1 }, { then: 1 }, { toString: 1 }, { value: "x" }, { constructor: { prototype: { role: 1 } } }],
    ),
    weight: 4,
  },
  { arbitrary: fc.array(aText, { maxLength: 4 }), weight: 1 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
);

/** A value that the schema accepts. */
export function fitting(schema: Schema, key: string, known: Known): fc.Arbitrary<unknown> {
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (first) return fc.oneof(...(schema.anyOf ?? schema.oneOf ?? [first]).map((one) => fitting(one, key, known)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const named = known(key);
  switch (schema.type) {
    case "object":
      return fittingObject(schema, known);
    case "array":
      return fc.array(fitting(schema.items ?? {}, key.replace(/s$/, ""), known), { minLength: 1, maxLength: 3 });
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number": {
      const { minimum = 0, maximum = 1_000 } = schema;
      return named ?? fc.integer({ min: Math.max(minimum, -1_000), max: Math.min(maximum, 1_000_000) });
    }
    default:
      return named ?? fc.oneof(fc.constantFrom("a plain text", "x", "on"), aText);
  }
}

/** An object with the schema's required properties and most of the others. */
export function fittingObject(schema: Schema, known: Known): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries(schema.properties ?? {});
  const model = Object.fromEntries(properties.map(([key, inner]) => [key, fitting(inner, key, known)]));
  return fc.record(model, { requiredKeys: schema.required ?? [] });
}

/** The same with a few values of other kinds and with unexpected keys. */
export function spoiled(base: fc.Arbitrary<Record<string, unknown>>, keys: readonly string[]) {
  const all = [...keys, "role", "companyId", "permissions", "id", "constructor", "criteria", "ids", "version"];
  return fc
    .tuple(base, fc.array(fc.tuple(fc.constantFrom(...all), aHostileValue), { maxLength: 3 }))
    .map(([given, spoils]): Record<string, unknown> => ({ ...given, ...Object.fromEntries(spoils) }));
}
