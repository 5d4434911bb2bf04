import type { Type } from "./choose-links";
import { type Call, needed, CALLS_AT_ONCE } from "./connection";
import { inOrder } from "./in-order";
import { addAt, type Figures, noFigures, noTables, type Tables } from "./tables";

type Row = Record<string, unknown>;
type Answer = { page: { items: Row[]; total: number }; overall: Row };

const PAGE_SIZE = 500;

/**
 * The Sites report over the days `start` to `end` (New York days, both inclusive), by each grouping and for each type.
 */
export async function readReport(call: Call, types: readonly Type[], start: string, end: string): Promise<Tables> {
  const tables = noTables();
  const ask = (criteria: Row) => needed<Answer>(call, "POST", "stats/sites", { start, end, ...criteria });
  for (const groupBy of ["date", "company", "agent"] as const) {
    for (let page = 1, read = 0, total = 1; read < total; page++) {
      const answer = await ask({ groupBy, page, pageSize: PAGE_SIZE });
      for (const row of answer.page.items) addAt(tables[groupBy], keyOf(groupBy, row), figuresOf(row));
      tables.total = figuresOf(answer.overall);
      read += answer.page.items.length;
      total = answer.page.items.length === 0 ? 0 : answer.page.total;
    }
  }
  await inOrder(
    types,
    CALLS_AT_ONCE,
    () => [],
    async ({ siteId, typeId }) => {
      const { overall } = await ask({ groupBy: "date", siteId, typeId, page: 1, pageSize: 1 });
      addAt(tables.type, `${siteId}/${typeId}`, figuresOf(overall));
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
    ...noFigures(),
    raws: number("raws"),
    uniques: number("uniques"),
    sales: number("sales"),
    bonusSales: number("bonusSales"),
    counts: new Map(counts.map((key) => [key, number(key)])),
  };
}
