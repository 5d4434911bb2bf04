import { z } from "zod";

/** Inspects schemas through zod's public classes only. */

/** The schema inside `optional()`, `default()` and similar wrappers, or the untransformed side of a pipe. */
export function within(schema: z.ZodType): z.ZodType | undefined {
  if (schema instanceof z.ZodPipe) return (schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType;
  if (schema instanceof z.ZodArray || !("unwrap" in schema)) return undefined;
  return (schema as unknown as { unwrap(): z.ZodType }).unwrap();
}

function bare(schema: z.ZodType): z.ZodType {
  const inner = within(schema);
  return inner ? bare(inner) : schema;
}

export const isList = (schema: z.ZodType): boolean => bare(schema) instanceof z.ZodArray;

/** The fields of an object, or of the objects in a list; undefined for other schemas. */
export function fieldsOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  const inner = bare(schema);
  if (inner instanceof z.ZodArray) return fieldsOf(inner.element as z.ZodType);
  return inner instanceof z.ZodObject ? inner.shape : undefined;
}
