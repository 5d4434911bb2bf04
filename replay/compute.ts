import { createHash } from "node:crypto";
import type { Link } from "./choose-links";
import type { EarlierVisits } from "./earlier-visits";
import type { PredictedPostback } from "./predict-postbacks";
import { type ClickOutcome, newYorkDay, timeOf } from "./outcome";
import { visitorOf } from "./recording";
import { add, addToRow, type Figures, emptyTables, type Tables } from "./tables";

/**
 * The expected change of the Sites report, computed only from the lines, the ids in the answers and the rules. A click
 * counts when it was acknowledged with an id; its day is the New York day of the id's time. It is unique if it is its
 * visitor's first of that day on that agent and type and the visitor was not in an earlier replay.
 */
export function compute(
  clicks: readonly ClickOutcome[],
  predicted: readonly PredictedPostback[],
  earlier: EarlierVisits,
): Tables {
  const tables = emptyTables();
  const visits = new Set(earlier);
  for (const outcome of clicks) {
    const visit = visitKey(outcome);
    if (visit === null) continue;
    const [day = ""] = visit.split(" ");
    addToTables(tables, day, outcome.link, { raws: 1, uniques: visits.has(visit) ? 0 : 1 });
    visits.add(visit);
  }
  for (const { event, sign, outcome } of predicted.flatMap(({ booked }) => booked)) {
    const { link } = outcome.click;
    const [name, key] = event === "sale" ? ["sales", `${link.typeId}`] : ["bonusSales", `${link.typeId}b`];
    addToTables(tables, newYorkDay(outcome.at), link, { [name]: sign, counts: new Map([[key, sign]]) });
  }
  return tables;
}

function addToTables(
  tables: Tables,
  day: string,
  { companyId, agentId, siteId, typeId }: Link,
  figures: Partial<Figures>,
) {
  add(tables.total, figures);
  addToRow(tables.date, day, figures);
  addToRow(tables.company, `${companyId}`, figures);
  addToRow(tables.agent, `${agentId}`, figures);
  addToRow(tables.type, `${siteId}/${typeId}`, figures);
}

/**
 * The day of a click that counts and a short hash of its visitor, agent and type, to be stored in a file. Null for
 * other clicks.
 */
export function visitKey({ click, link, expected, id }: ClickOutcome): string | null {
  if (expected !== "counts" || id === null) return null;
  const text = `${visitorOf(click)}\n${link.agentId}\n${link.typeId}`;
  return `${newYorkDay(timeOf(id))} ${createHash("sha256").update(text).digest("hex").slice(0, 20)}`;
}
