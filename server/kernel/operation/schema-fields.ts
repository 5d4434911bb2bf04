import { z } from "zod";

/** Inspects schemas through zod's public classes only. */

/** The schema inside `optional()`, `default()` and similar wrappers, or the untransformed side of a pipe. */
export function unwrapOnce(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodPipe) return (schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType;
  if (schema instanceof z.ZodArray || !("unwrap" in schema)) return undefined;
  return (schema as unknown as { unwrap(): z.ZodType }).unwrap();
}

export function unwrap(schema: z.ZodType): z.ZodType {
  const inner = unwrapOnce(schema);
  return inner ? unwrap(inner) : schema;
}

export const isList = (schema: z.ZodType): boolean => unwrap(schema) instanceof z.ZodArray;

/** The fields of an object, or of the objects in a list; undefined for other schemas. */
export function fieldsOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) return fieldsOf(inner.element as z.ZodType);
  return inner instanceof z.ZodObject ? inner.shape : undefined;
}
