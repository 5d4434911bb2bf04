import type { Type } from "./choose-links";
import { type Call, callOrThrow, MAX_CONCURRENT_CALLS } from "./connection";
import { inOrder } from "./in-order";
import { addToRow, type Figures, emptyFigures, emptyTables, type Tables } from "./tables";

type Row = Record<string, unknown>;
type Answer = { page: { items: Row[]; total: number }; overall: Row };

const PAGE_SIZE = 500;

/**
 * The Sites report over the days `start` to `end` (New York days, both inclusive), by each grouping and for each type.
 */
export async function readReport(call: Call, types: readonly Type[], start: string, end: string): Promise<Tables> {
  const tables = emptyTables();
  const fetchReport = (criteria: Row) => callOrThrow<Answer>(call, "POST", "stats/sites", { start, end, ...criteria });
  for (const groupBy of ["date", "company", "agent"] as const) {
    for (let page = 1, read = 0, total = 1; read < total; page++) {
      const answer = await fetchReport({ groupBy, page, pageSize: PAGE_SIZE });
      for (const row of answer.page.items) addToRow(tables[groupBy], keyOf(groupBy, row), figuresOf(row));
      tables.total = figuresOf(answer.overall);
      read += answer.page.items.length;
      total = answer.page.items.length === 0 ? 0 : answer.page.total;
    }
  }
  await inOrder(
    types,
    MAX_CONCURRENT_CALLS,
    () => [],
    async ({ siteId, typeId }) => {
      const { overall } = await fetchReport({ groupBy: "date", siteId, typeId, page: 1, pageSize: 1 });
      addToRow(tables.type, `${siteId}/${typeId}`, figuresOf(overall));
    },
  );
  return tables;
}

const keyOf = (groupBy: "date" | "company" | "agent", row: Row) =>
  String(row[{ date: "date", company: "companyId", agent: "agentId" }[groupBy]]);

function figuresOf(row: Row): Figures {
  const number = (key: string) => Number(row[key] ?? Number.NaN);
  const counts = Object.keys(row).filter((key) => /^\d+b?$/.test(key));
  return {
    ...emptyFigures(),
    raws: number("raws"),
    uniques: number("uniques"),
    sales: number("sales"),
    bonusSales: number("bonusSales"),
    counts: new Map(counts.map((key) => [key, number(key)])),
  };
}
