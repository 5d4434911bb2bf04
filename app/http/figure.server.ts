import type { Values } from "./screen.server";

/**
 * Of a figure that was pressed in a report its key and its row are one value, `date~companyId~agentId~measure`, the first
 * three empty where the row has none and the last where it is the row: so that a report's page carries the criteria once,
 * and not in each of its cells. What the cells of a row have in common comes first, for then they differ in one place.
 */
export function figureOf({ of, ...values }: Values): Values {
  if (typeof of !== "string") return values;
  const [rowDate, rowCompanyId, rowAgentId, measure] = of.split("~");
  const row = Object.entries({ rowDate, rowCompanyId, rowAgentId }).filter(([, value]) => value);
  return { ...values, ...(measure ? { measure } : {}), ...Object.fromEntries(row) };
}
