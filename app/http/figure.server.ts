import type { Values } from "./screen.server";

/**
 * Of a figure that was pressed in a report its key and its row are one value, `measure~date~companyId~agentId`, the last
 * three empty where the row has none: so that a report's page carries the criteria once, and not in each of its cells.
 */
export function figureOf({ of, ...values }: Values): Values {
  if (typeof of !== "string") return values;
  const [measure, rowDate, rowCompanyId, rowAgentId] = of.split("~");
  const row = Object.entries({ rowDate, rowCompanyId, rowAgentId }).filter(([, value]) => value);
  return { ...values, measure, ...Object.fromEntries(row) };
}
