import type { z } from "zod";

/**
 * Query strings, path parts and forms are texts; this turns them into what the schema expects, so that form, call
 * and document share one schema. A text that does not fit stays as it is, and the schema's own message refuses it.
 */

type Def = {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
};
const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def;
const EMPTY = new Set(["optional", "default", "prefault", "nullable"]);
const truths: Record<string, boolean> = { on: true, true: true, "1": true, false: false, "0": false, off: false };

export function coerce(schema: z.ZodType, value: unknown): unknown {
  const def = defOf(schema);
  if (EMPTY.has(def.type)) {
    if (value === "") return def.type === "nullable" ? null : undefined;
    return value === undefined || value === null ? value : coerce(def.innerType!, value);
  }
  switch (def.type) {
    case "pipe":
      return coerce(defOf(def.in!).type === "transform" ? def.out! : def.in!, value);
    case "readonly":
    case "catch":
      return coerce(def.innerType!, value);
    case "number":
    case "int":
      return typeof value === "string" && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value || undefined;
    case "boolean":
      return typeof value === "string" ? (truths[value] ?? value) : (value ?? false);
    case "array": {
      const items = value === undefined || value === "" ? [] : Array.isArray(value) ? value : [value];
      return items.map((item) => coerce(def.element!, item));
    }
    case "object":
      return objectOf(def.shape!, value);
    case "union":
      return unionOf(def.options!, value);
    default:
      return value;
  }
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

/** `a=1&b=2&b=3` and forms as an object: a repeated key becomes a list, `a.b` and `a[0].b` nested values. */
export function structured(entries: Iterable<[string, unknown]>): Record<string, unknown> {
  const made: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of entries) {
    const path = name.split(/[.[\]]+/).filter(Boolean);
    if (path.length === 0 || path.length > 4 || path.some((part) => part === "__proto__")) continue;
    place(made, path, value);
  }
  return made;
}

const LONGEST_LIST = 1_000;

function place(target: Record<string, unknown>, [key, ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    const before = target[key!];
    target[key!] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
    return;
  }
  const isIndex = /^\d+$/.test(rest[0]!);
  if (isIndex && Number(rest[0]) >= LONGEST_LIST) return;
  const next = target[key!];
  const inner = typeof next === "object" && next !== null ? next : (target[key!] = isIndex ? [] : Object.create(null));
  place(inner as Record<string, unknown>, rest, value);
}
