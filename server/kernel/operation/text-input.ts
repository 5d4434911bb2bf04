import "../text/input-messages";
import { configureCoercion } from "@conform-to/zod/v4/future";
import { z } from "zod";
import type { AnyOperation, AnyStream } from "./operation";
import { invalid } from "./refusal";
import { fieldsOf, isList } from "./schema-fields";

/**
 * Query strings, path parameters and forms contain only text. Conform converts it to the numbers, flags and lists that
 * a schema expects, so that form, call and document share one schema. Text that cannot be converted stays as it is, and
 * the schema's own message rejects it.
 */

const booleans: Record<string, boolean> = { on: true, true: true, "1": true, false: false, "0": false, off: false };

const coercion = configureCoercion({
  // `fillBlanks` decides per field what an empty string means.
  stripEmptyString: (text) => text,
  type: { boolean: (text) => booleans[text] ?? rejectText() },
  customize: (schema) => (schema instanceof z.core.$ZodNumber ? numberOf : null),
});

/** Conform keeps the original text when its converter throws. */
function rejectText(): never {
  throw new Error("Neither yes nor no");
}

/** A decimal point, and commas between groups of three digits, as in the number fields of forms. */
const NUMBER = /^\s*-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?\s*$/;

/** Accepts decimal numbers only. Conform alone would also accept "1e3" and "0x10". */
function numberOf(value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (value === "") return undefined;
  return NUMBER.test(value) ? Number(value.replaceAll(",", "")) : value;
}

const texts = new WeakMap<z.ZodType, z.ZodType>();

/** The schema that accepts text where `schema` accepts JSON. Cached per schema. */
export function textSchema<S extends z.ZodType>(schema: S): z.ZodType<z.output<S>> {
  const result =
    texts.get(schema) ?? z.preprocess((value) => fillBlanks(schema, value), coercion.coerceFormValue(schema));
  texts.set(schema, result);
  return result as z.ZodType<z.output<S>>;
}

/** The same operation with an input that accepts text. */
export const withTextInput = <O extends AnyOperation | AnyStream>(operation: O): O => ({
  ...operation,
  input: textSchema(operation.input),
});

/**
 * Handles what Conform has no option for. An empty string becomes undefined for optional fields and null for nullable
 * ones, and is removed from lists. A checkbox missing from the form is false. The kind of field is detected by
 * test-parsing values.
 */
function fillBlanks(schema: z.ZodType, value: unknown): unknown {
  if (Array.isArray(value)) {
    return isList(schema) ? value.filter((item) => item !== "").map((item) => fillBlanks(schema, item)) : value;
  }
  const fields = fieldsOf(schema);
  if (!fields || typeof value !== "object" || value === null) return value;
  const input = value as Record<string, unknown>;
  const result: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const fieldValue = Object.hasOwn(input, name) ? input[name] : undefined;
    const filledValue =
      fieldValue === undefined
        ? blanksOf(field).absent
        : fieldValue === ""
          ? blanksOf(field).empty
          : fillBlanks(field, fieldValue);
    if (filledValue !== undefined) result[name] = filledValue;
  }
  return result;
}

type Blanks = { absent: unknown; empty: unknown };

const blanks = new WeakMap<z.ZodType, Blanks>();

function blanksOf(field: z.ZodType): Blanks {
  const cached = blanks.get(field);
  if (cached) return cached;
  const isOptional = field.safeParse(undefined).success;
  const isCheckbox = !isOptional && [true, false].every((tick) => field.safeParse(tick).success);
  const result = {
    absent: isCheckbox ? false : undefined,
    empty: isOptional ? undefined : field.safeParse(null).success ? null : isList(field) ? [] : "",
  };
  blanks.set(field, result);
  return result;
}

const MAX_NAMES = 1_000;
const MAX_VALUES = 10_000;

/**
 * Query parameters or form fields as a nested object. A repeated key such as `b=2&b=3` becomes a list; `a.b` and
 * `a[0].b` become nested values. Throws 422 above 1,000 names or 10,000 values.
 */
export function nestFields(entries: Iterable<[string, unknown]>): Record<string, unknown> {
  const result = Object.create(null) as Record<string, unknown>;
  const names = new Set<string>();
  let values = 0;
  for (const [name, value] of entries) {
    names.add(name);
    values += 1;
    if (names.size > MAX_NAMES || values > MAX_VALUES) {
      throw invalid({ _form: [`Please send at most ${MAX_NAMES} fields and ${MAX_VALUES} values.`] });
    }
    const path = name.split(/[.[\]]+/).filter(Boolean);
    if (path.length === 0 || path.length > 4 || path.slice(1).some(isInherited) || path[0] === "__proto__") continue;
    setPath(result, path, value);
  }
  for (const [name, value] of Object.entries(result)) result[name] = withoutGaps(value);
  return result;
}

/** Removes the gaps that deleted rows leave in a list. */
function withoutGaps(value: unknown): unknown {
  return Array.isArray(value) ? value.filter((row: unknown) => row !== undefined) : value;
}

const MAX_LIST_LENGTH = 1_000;
const isIndex = (key: string) => /^\d{1,9}$/.test(key) && Number(key) < MAX_LIST_LENGTH;

/**
 * Inherited property names, including `__proto__`, are not valid field names. Code that renders the values relies on
 * this.
 */
const isInherited = (key: string) => key in Object.prototype;

type Part = Record<string, unknown>;

function setPath(target: Part, [key = "", ...rest]: string[], value: unknown): void {
  // Only row indexes may be set on a list, never `length` or a method name.
  if (Array.isArray(target) && !isIndex(key)) return;
  const existing = target[key];
  const [next] = rest;
  if (next === undefined) {
    if (Array.isArray(existing)) existing.push(value);
    else target[key] = existing === undefined ? value : [existing, value];
    return;
  }
  if (/^\d+$/.test(next) && !isIndex(next)) return;
  const inner = isPart(existing) ? existing : isIndex(next) ? ([] as unknown as Part) : {};
  target[key] = inner;
  setPath(inner, rest, value);
}

/** True for objects and lists created here, but not for an uploaded file sent under the same name. */
const isPart = (value: unknown): value is Part =>
  typeof value === "object" &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);
