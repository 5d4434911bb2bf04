import { abilities } from "../accounts";
import type { FieldMessages } from "../kernel/operation/refusal";
import type { Actor } from "../kernel/operation/roles";
import { dayOf } from "../kernel/time";
import { now } from "../kernel/time/now";
import { lengthInDays, periodOf, previous, type Range } from "../trade/periods";
import { SUB_NAMES } from "../types";
import { type Grouping, groupings, groupKeys, readsSingles } from "./group-keys";
import { NOT_IN_LIST } from "./variants";

/** The most days of one agent for which single clicks are read. */
const MOST_DAYS = 62;

/** How a message names a grouping. */
const names: Partial<Record<Grouping, string>> = { company: "office" };
const nameOf = (grouping: Grouping): string => names[grouping] ?? grouping;

/** The groupings available to a role, in the order of the form (STAT-11 to STAT-13). */
export function groupingsOf(actor: Actor): Grouping[] {
  const can = abilities(actor);
  const has: Partial<Record<Grouping, boolean>> = {
    company: can.groupByOffice,
    agent: can.groupByAgent,
    referrer: can.seeReferrer,
  };
  const inOrder = ["date", "company", "agent", "detail", ...groupings.slice(4)] as const;
  return inOrder.filter((grouping) => has[grouping] ?? true);
}

type Asked = { groupBy: Grouping; then?: Grouping; agentId?: number; range?: Range };

/** Why these groupings cannot be had together, in this range or by this account, and what can. */
export function groupingErrors(actor: Actor, { groupBy, then, agentId, range }: Asked): FieldMessages {
  const errors: FieldMessages = {};
  const allowed = groupingsOf(actor);
  if (!allowed.includes(groupBy)) errors.groupBy = [NOT_IN_LIST];
  if (then !== undefined && !allowed.includes(then)) errors.then = [NOT_IN_LIST];
  const [first, second] = [groupKeys(groupBy), then ? groupKeys(then) : []];
  if (then !== undefined && second.some((key) => first.includes(key))) {
    const both = groupBy === "detail" || then === "detail";
    const reason = both ? "Detail is by date and agent already." : `The rows are by ${nameOf(groupBy)} already.`;
    errors.then = [`${reason} Please choose another second grouping.`];
  }
  const ofOneAgent = agentId !== undefined || actor.agentId !== null;
  const singles = [groupBy, ...(then ? [then] : [])].filter((each) => readsSingles(groupKeys(each)));
  for (const each of singles) {
    const field = each === groupBy ? "groupBy" : "then";
    const reason = rangeError(each, ofOneAgent, range);
    if (SUB_NAMES.some((name) => name === each) && !ofOneAgent) {
      errors[field] = [`Grouping by ${each} needs one agent. Please choose the agent.`];
    } else if (reason && !("start" in errors)) errors.start = [reason];
  }
  return errors;
}

/**
 * Single clicks are read of one agent for two months, or of everybody for two half-months, which is as far back as hours
 * are of use.
 */
function rangeError(grouping: Grouping, ofOneAgent: boolean, range: Range | undefined): string | undefined {
  if (!range) return undefined;
  const { start, end } = lastTwoHalves();
  const isRecent = range.start >= start && range.end <= end;
  if (isRecent) return undefined;
  const recent = `days from ${start} to ${end}, the last and the running half-month`;
  if (grouping === "hour") return `By hour, please choose ${recent}.`;
  if (ofOneAgent && lengthInDays(range) <= MOST_DAYS) return undefined;
  const days = `at most ${MOST_DAYS} days`;
  if (ofOneAgent) return `By ${grouping}, please choose ${days}.`;
  return `By ${grouping}, please choose ${recent}, or one agent and ${days}.`;
}

function lastTwoHalves(): Range {
  const { start, end } = periodOf(dayOf(now()), "beWeek");
  return { start: previous({ start, end }, "beWeek").start, end };
}
