/** The description of a key in inputs and answers, with its format where it is a text. Money is a number. */
export type FieldDoc = { description: string; format?: "date-time" | "date" | "uri" };

/** By key; "Component.key" or "operation.key" where a key means something else there. */
export type FieldDocs = Record<string, string | FieldDoc>;

export const time = (description: string): FieldDoc => ({
  description: `${description}. ISO 8601 with offset.`,
  format: "date-time",
});
export const day = (description: string): FieldDoc => ({
  description: `${description}. A New York day, YYYY-MM-DD.`,
  format: "date",
});
export const pesos = (description: string): string => `${description}, in pesos.`;
export const dollars = (description: string): string =>
  `${description}, in dollars. Absent for accounts that do not see earnings.`;
