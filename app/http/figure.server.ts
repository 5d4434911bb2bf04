import type { Values } from "./screen.server";

/**
 * Expands the `of` parameter of a figure in a report. It packs the key of the row and the measure into one value,
 * `date~companyId~agentId~measure`. The first three are empty where the row does not have them; the measure is empty
 * when the row itself was opened. The criteria therefore appear once per report page, not in each cell. The shared
 * parts of a row come first, so that the values of its cells differ only at the end.
 */
export function figureOf({ of: figureKey, ...values }: Values): Values {
  if (typeof figureKey !== "string") return values;
  const [rowDate, rowCompanyId, rowAgentId, measure] = figureKey.split("~");
  const row = Object.entries({ rowDate, rowCompanyId, rowAgentId }).filter(([, value]) => value);
  return { ...values, ...(measure ? { measure } : {}), ...Object.fromEntries(row) };
}
