import { dayOf, isoTime, newYorkTime } from "../kernel/time";
import type { HourRow, Measure } from "./history";
import { type SiteFigures, timeOf } from "./hours";
import type { Fault, SiteVerdicts } from "./rules";
import { INSTANT } from "./thresholds";

/** The texts and figures of a signal: a sentence, the expectation, and the rows behind it. */
export type About = { sentence: string; expected: string; evidence: Record<string, unknown> };

const MOST_HOURS = 24;
const about = (expected: number): string => (expected < 10 ? expected.toFixed(1) : String(Math.round(expected)));
const withQuery = (path: string, query: Record<string, string | number>): string =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;

/** The figures of a fault, and the address of the screen with its rows. */
function evidenceOf(fault: Fault, address: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const { since, observed, expected, of } = fault;
  const rounded = Math.round(expected * 10) / 10;
  return {
    since: isoTime(timeOf(since)),
    observed,
    ...(of === undefined ? {} : { of }),
    expected: rounded,
    address,
    ...more,
  };
}

type SiteKind = Exclude<keyof SiteVerdicts, "measure">;

const WEEKS = "in the last four weeks";

export function aboutSite(
  kind: SiteKind,
  fault: Fault,
  site: SiteFigures,
  measure: "clicks" | "sales",
  now: Date,
): About {
  const { siteId, sitename, rows } = site;
  const { since, observed, expected, of = 0 } = fault;
  const when = newYorkTime(timeOf(since));
  const days = { siteId, start: dayOf(timeOf(since)), end: dayOf(now) };
  const hours = (...measures: Measure[]) => ({ hours: hoursOf(rows, since, measures) });
  const sales = withQuery("/app/logs/sale-logs", days);
  switch (kind) {
    case "silent":
      return {
        sentence: `${sitename} has had no ${measure} since ${when}.`,
        expected: `About ${about(expected)} ${measure}, as in the same hours of the last four weeks.`,
        evidence: evidenceOf(fault, measure === "sales" ? sales : withQuery("/app/logs/click-outs", days), {
          measure,
          ...hours("clicks", "sales"),
        }),
      };
    case "refused":
      return {
        sentence: `${observed} of ${of} postbacks of ${sitename} were refused since ${when}.`,
        expected: `About ${about(expected)}, the site's own share ${WEEKS}.`,
        evidence: evidenceOf(
          fault,
          withQuery("/app/logs/postbacks", { ...days, verdict: "refused" }),
          hours("postbacks", "refused"),
        ),
      };
    case "conversion":
      return {
        sentence: `${sitename} made ${observed} sales from ${of} unique clicks since ${when}.`,
        expected: `About ${about(expected)} sales, the site's own rate ${WEEKS}.`,
        evidence: evidenceOf(
          fault,
          withQuery("/app/stats/sites", { groupBy: "date", ...days }),
          hours("uniques", "sales"),
        ),
      };
    case "reversals":
      return {
        sentence: `${observed} sales of ${sitename} were reversed since ${when}, beside ${of} new ones.`,
        expected: `About ${about(expected)}, the site's own share ${WEEKS}.`,
        evidence: evidenceOf(fault, sales, hours("sales", "reversals")),
      };
  }
}

/** The last hours since the fault, with the figures that the rule compared. */
const hoursOf = (rows: readonly HourRow[], since: number, measures: readonly Measure[]) =>
  rows
    .filter(({ hour }) => hour >= Math.floor(since))
    .slice(-MOST_HOURS)
    .map((row) => ({
      hour: isoTime(timeOf(row.hour)),
      ...Object.fromEntries(measures.map((measure) => [measure, row[measure]])),
    }));

export type InstantAgent = { agentId: number; username: string; saleIds: number[] };

export function aboutAgent(fault: Fault, { agentId, username, saleIds }: InstantAgent, now: Date): About {
  const { since, observed, expected, of } = fault;
  const days = { agentId, start: dayOf(timeOf(since)), end: dayOf(now) };
  return {
    sentence: `${observed} of ${of} sales of ${username} came within ${INSTANT.seconds} seconds of their click since ${newYorkTime(timeOf(since))}.`,
    expected: `About ${about(expected)}, the share of all other agents.`,
    evidence: evidenceOf(fault, withQuery("/app/logs/sale-logs", days), { saleIds }),
  };
}

export type Payee = { accountId: number; agentId: number | null; companyId: number; name: string };

/** Names alone: the destination itself stays sealed. */
export function aboutDestination(payees: readonly Payee[], now: Date): About {
  const names = payees.map(({ name }) => name);
  const [first] = payees;
  // Managers read it, too: the destination itself opens for superadmins alone.
  const address = first?.agentId ? `/app/agents/${first.agentId}` : `/app/offices/${first?.companyId}/figures`;
  const list = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return {
    sentence: `${list} are paid to the same destination.`,
    expected: "A destination of their own for each payee.",
    evidence: { since: isoTime(now), observed: names.length, expected: 1, address, payees: names },
  };
}

export function aboutDomain({ since, observed }: Fault, domain: string, error: string): About {
  return {
    sentence: `${domain} has not answered since ${newYorkTime(timeOf(since))}.`,
    expected: "An answer at each check, once an hour.",
    evidence: {
      since: isoTime(timeOf(since)),
      ...{ observed, expected: 0, address: "/app/offices/domains", domain, error },
    },
  };
}
