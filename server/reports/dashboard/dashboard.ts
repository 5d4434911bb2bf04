import { z } from "zod";
import { abilities } from "../../accounts";
import { now } from "../../kernel/periods/now";
import { rows } from "../../kernel/database/transactions";
import { Nothing } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { dayOf, formatPeriod, periodOf, previous, progress } from "../../kernel/periods";
import { type Actor, atLeast, levels } from "../../kernel/operation/roles";
import { latestNews } from "../../news";
import { AvpProgress, progressOf } from "./avp-progress";
import { agentNotes, toldOfFraud } from "./notices";
import { topAgents, topOffices } from "./rankings";

const TopAgent = z.object({
  office: z.string().optional(),
  agent: z.string(),
  agentName: z.string(),
  sales: z.int(),
});
const TopOffice = z.object({ name: z.string(), sales1: z.int(), progress: z.number() });

/** The start of the all-time ranking, earlier than any sale of the network. */
const BEGINNING = "2000-01-01";

const Dashboard = z.object({
  agentNotes: z.string().nullable(),
  showAgentFraudNotes: z.boolean(),
  lastNews: z.object({ html: z.string() }),
  weekPeriod: z.string(),
  beWeekPeriod: z.string(),
  weekTop10: z.array(TopAgent),
  allTimeTop10: z.array(TopAgent),
  beWeekOffices: z.array(TopOffice),
});

/** The start page of every account: rankings, the latest news and notices. */
export const dashboard = query({
  name: "reports.dashboard",
  does: "read the dashboard",
  allow: atLeast("agent"),
  input: Nothing,
  output: Dashboard,
  run: ({ actor }) => dashboardOf(actor),
});

/** The dashboard for its screen; for agents also their AVP progress. */
export const homeScreen = query({
  name: "reports.homeScreen",
  does: "read the dashboard",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.object({ dashboard: Dashboard, avp: AvpProgress.nullable() }),
  async run({ actor }) {
    const avp = actor.role === levels.agent ? await progressOf(actor.agentId ?? 0) : null;
    return { dashboard: await dashboardOf(actor), avp };
  },
});

async function dashboardOf(actor: Actor): Promise<z.input<typeof Dashboard>> {
  const today = dayOf(now());
  const [week, half] = [periodOf(today, "week"), periodOf(today, "beWeek")];
  const { groupByOffice } = abilities(actor);
  const ranked = async (...[range, byDay]: Parameters<typeof topAgents>) =>
    (await rows<z.output<typeof TopAgent>>(topAgents(range, byDay))).map(({ office, ...row }) =>
      groupByOffice ? { office, ...row } : row,
    );
  const offices = await rows<{ name: string; sales1: number; before: number }>(
    topOffices(half, previous(half, "beWeek")),
  );
  return {
    agentNotes: await agentNotes(actor),
    showAgentFraudNotes: await toldOfFraud(actor),
    lastNews: await latestNews(),
    weekPeriod: formatPeriod({ ...week, unit: "week" }),
    beWeekPeriod: formatPeriod({ ...half, unit: "beWeek" }),
    weekTop10: await ranked(week, true),
    allTimeTop10: await ranked({ start: BEGINNING, end: half.end }, false),
    beWeekOffices: offices.map(({ name, sales1, before }) => ({ name, sales1, progress: progress(before, sales1) })),
  };
}
