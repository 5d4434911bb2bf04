import { currentClient, queryOne, readTransaction } from "../../server/kernel/database/transactions";
import { sql, type Statement } from "../../server/kernel/database/sql";
import { db } from "./db";

export type Plan = {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

/** The database's plan of the statement, which is executed. */
export async function planOf(statement: Statement): Promise<Plan> {
  const answer = await db.row<{ "QUERY PLAN": [{ Plan: Plan }] }>`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`;
  if (!answer) throw new Error("There is no plan.");
  return answer["QUERY PLAN"][0].Plan;
}

/** The number of rows that all nodes of the statement's plan touch. */
export const touchedBy = async (statement: Statement): Promise<number> => touched(await planOf(statement));

export const touched = (plan: Plan): number =>
  (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"] +
  (plan.Plans ?? []).reduce((sum, part) => sum + touched(part), 0);

type Node = { "Relation Name"?: string; Plans?: Node[] };

function* relations({ "Relation Name": name, Plans = [] }: Node): Generator<string> {
  if (name !== undefined) yield name;
  for (const part of Plans) yield* relations(part);
}

/** The names of the tables that the statement's plan reads, once each. The statement is not executed. */
export async function tablesReadBy(statement: Statement): Promise<string[]> {
  const answer = await readTransaction(() =>
    queryOne<{ "QUERY PLAN": [{ Plan: Node }] }>(sql`EXPLAIN (FORMAT JSON) ${statement}`),
  );
  if (!answer) throw new Error("There is no plan.");
  return [...new Set(relations(answer["QUERY PLAN"][0].Plan))].sort();
}

/** The indexes that a plan reads. */
export const indexesIn = (plan: Plan & { "Index Name"?: string }): string[] => [
  ...(plan["Index Name"] === undefined ? [] : [plan["Index Name"]]),
  ...(plan.Plans ?? []).flatMap(indexesIn),
];

/** How many rows the planner expected of an index. */
export const rowsExpected = (plan: Plan & { "Index Name"?: string; "Plan Rows"?: number }, index: string): number =>
  plan["Index Name"] === index
    ? (plan["Plan Rows"] ?? 0)
    : Math.max(0, ...(plan.Plans ?? []).map((part) => rowsExpected(part, index)));

type Asked = { text: string; values: unknown[] };
type Asking = { query: (...given: unknown[]) => Promise<unknown> };

/** The plans of the reading statements that `body` sends in the open transaction; each is sent again for its plan. */
export async function plansOf<T>(body: () => Promise<T>): Promise<{ answer: T; plans: Plan[]; tables: string[] }> {
  const connection = currentClient() as unknown as Asking;
  const { query } = connection;
  const sent: Asked[] = [];
  connection.query = (statement: unknown, ...more: unknown[]) => {
    const { text, values } = statement as Asked;
    if (/^\s*(SELECT|WITH)\b/.test(text ?? "") && !/set_config/.test(text)) sent.push({ text, values });
    return query.call(connection, statement, ...more);
  };
  const answer = await body().finally(() => (connection.query = query));
  const plans: (Plan & Node)[] = [];
  for (const { text, values } of sent) {
    const explained = (await query.call(connection, { text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values })) as {
      rows: { "QUERY PLAN": [{ Plan: Plan & Node }] }[];
    };
    plans.push(...explained.rows.map((row) => row["QUERY PLAN"][0].Plan));
  }
  return { answer, plans, tables: [...new Set(plans.flatMap((plan) => [...relations(plan)]))].sort() };
}
