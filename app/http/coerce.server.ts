import { z } from "zod";
import { invalid } from "~/gate.server";

/**
 * Query strings, path parts and forms are texts; this turns them into what the schema expects, so that form, call
 * and document share one schema. A text that does not fit stays as it is, and the schema's own message refuses it.
 */

type Def =
  | { type: "optional" | "default" | "prefault" | "nullable" | "readonly" | "catch"; innerType: z.ZodType }
  | { type: "pipe"; in: z.ZodType; out: z.ZodType }
  | { type: "array"; element: z.ZodType }
  | { type: "object"; shape: Record<string, z.ZodType> }
  | { type: "union"; options: z.ZodType[] }
  | { type: "number" | "int" | "boolean" | "transform" };
const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def;
const truths: Record<string, boolean> = { on: true, true: true, "1": true, false: false, "0": false, off: false };

export function coerce(schema: z.ZodType, value: unknown): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case "nullable":
      return value === "" ? null : value === undefined || value === null ? value : coerce(def.innerType, value);
    case "optional":
    case "default":
    case "prefault":
      if (schema instanceof z.ZodExactOptional) return kept(def.innerType, value);
      return value === "" ? undefined : value === undefined || value === null ? value : coerce(def.innerType, value);
    case "readonly":
    case "catch":
      return coerce(def.innerType, value);
    case "pipe":
      return coerce(defOf(def.in).type === "transform" ? def.out : def.in, value);
    case "number":
    case "int":
      return typeof value === "string" && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value || undefined;
    case "boolean":
      return typeof value === "string" ? (truths[value] ?? value) : (value ?? false);
    case "array": {
      const items: unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
      return items.filter((item) => item !== "").map((item) => coerce(def.element, item));
    }
    case "object":
      return objectOf(def.shape, value);
    case "union":
      return unionOf(def.options, value);
    default:
      return value;
  }
}

/**
 * A form sends every field that it shows: what is empty there is to be empty, which the schema of a number refuses; what
 * is not ticked is off.
 */
function kept(inner: z.ZodType, value: unknown): unknown {
  if (value === undefined && !isTick(inner)) return undefined;
  const made = coerce(inner, value);
  return made === undefined && value === "" ? value : made;
}

/** Yes or no: what a form shows as a tick, which it leaves out where there is none. */
function isTick(schema: z.ZodType): boolean {
  const def = defOf(schema);
  if (def.type === "pipe") return isTick(def.in);
  return def.type === "boolean" || (def.type === "union" && def.options.some(isTick));
}

function objectOf(shape: Record<string, z.ZodType>, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const given = value as Record<string, unknown>;
  const made: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(shape)) {
    const result = coerce(inner, Object.hasOwn(given, key) ? given[key] : undefined);
    if (result !== undefined) made[key] = result;
  }
  return made;
}

function unionOf(options: z.ZodType[], value: unknown): unknown {
  for (const option of options) {
    const result = coerce(option, value);
    if (option.safeParse(result).success) return result;
  }
  return value;
}

const MOST_NAMES = 1_000;
const MOST_VALUES = 10_000;

/**
 * `a=1&b=2&b=3` and forms as an object: a repeated key becomes a list, `a.b` and `a[0].b` nested values. Throws 422 when
 * there are more of them than any form has.
 */
export function structured(entries: Iterable<[string, unknown]>): Record<string, unknown> {
  const made = Object.create(null) as Record<string, unknown>;
  const names = new Set<string>();
  let values = 0;
  for (const [name, value] of entries) {
    names.add(name);
    values += 1;
    if (names.size > MOST_NAMES || values > MOST_VALUES) {
      throw invalid({ _form: [`Please send at most ${MOST_NAMES} fields and ${MOST_VALUES} values.`] });
    }
    const path = name.split(/[.[\]]+/).filter(Boolean);
    if (path.length === 0 || path.length > 4 || path.slice(1).some(isInherited) || path[0] === "__proto__") continue;
    place(made, path, value);
  }
  for (const [name, value] of Object.entries(made)) made[name] = closed(value);
  return made;
}

/** The rows of a list close up where some between them were taken away. */
function closed(value: unknown): unknown {
  return Array.isArray(value) ? value.filter((row: unknown) => row !== undefined) : value;
}

const LONGEST_LIST = 1_000;
const isIndex = (key: string) => /^\d{1,9}$/.test(key) && Number(key) < LONGEST_LIST;

/** What every object has by itself, `__proto__` among it, is no name of a field: whoever shows the value relies on it. */
const isInherited = (key: string) => key in Object.prototype;

type Part = Record<string, unknown>;

function place(target: Part, [key = "", ...rest]: string[], value: unknown): void {
  // A list has rows and nothing else: its length and its methods are not for a name to set.
  if (Array.isArray(target) && !isIndex(key)) return;
  const before = target[key];
  const [next] = rest;
  if (next === undefined) {
    if (Array.isArray(before)) before.push(value);
    else target[key] = before === undefined ? value : [before, value];
    return;
  }
  if (/^\d+$/.test(next) && !isIndex(next)) return;
  const inner = isPart(before) ? before : isIndex(next) ? ([] as unknown as Part) : {};
  target[key] = inner;
  place(inner, rest, value);
}

/** What was made here: a file that came under the same name is none of its kind. */
const isPart = (value: unknown): value is Part =>
  typeof value === "object" &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);
