import type { Links } from "./choose-links";
import type { PredictedPostback } from "./predict-postbacks";
import type { Outcomes } from "./outcome";
import type { Recording } from "./recording";
import { type Figures, type Grouping, GROUPINGS, emptyFigures, type Tables, type Unequal } from "./tables";

/** Maximum number of lines shown of one kind. The rest is only counted. */
const MAX_LINES = 20;

const number = (value: number) => value.toLocaleString("en-US");
const row = (label: string, values: readonly string[], width: number) =>
  `  ${label.padEnd(width).slice(0, width)}${values.map((value) => value.padStart(10)).join("")}`.trimEnd();

/** Lines of text about what was sent, accepted and refused, and why. */
export function sentLines(
  recording: Recording,
  outcomes: Outcomes,
  predicted: readonly PredictedPostback[],
  links: Links,
): string[] {
  const { clicks, unsent } = outcomes;
  const visitors = new Set(predicted.map(({ outcome }) => outcome.postback.click)).size;
  const chosen = `Links that count: ${number(links.count)}, on ${links.offices.size} offices and ${links.types.size} types.`;
  return [
    `${number(recording.lines)} lines of ${recording.format}. ${chosen}`,
    "",
    "Requests",
    ...countLines([
      ...clicks.map(({ click, status, expected }) => {
        const kind = { counts: "clicks that count", robot: "robots", "not a GET": click.method }[expected];
        return `${kind}, answered ${status}`;
      }),
      ...recording.unreadable.map(() => "not sent: cannot be replayed"),
    ]),
    ...listLines(recording.unreadable.map(({ line, reason }) => `line ${line}: ${reason}`)),
    "",
    `Postbacks for ${number(visitors)} purchases`,
    ...countLines([
      ...predicted.flatMap(({ outcome: { postback, answers } }) =>
        answers.map(({ verdict, reason }) => {
          const what = postback.reversed ? `${postback.event} reversal` : postback.event;
          return [what, verdict, reason].filter(Boolean).join(" ");
        }),
      ),
      ...unsent.map(() => "not sent: their click has no id"),
    ]),
  ];
}

function countLines(kinds: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b))
    .map(([kind, count]) => row(kind, [number(count)], 36));
}

function listLines(texts: readonly string[]): string[] {
  const rest = texts.length - MAX_LINES;
  return [...texts.slice(0, MAX_LINES), ...(rest > 0 ? [`and ${number(rest)} more`] : [])].map((text) => `    ${text}`);
}

const COLUMNS: [title: string, get: (figures: Figures) => number][] = [
  ["raws", ({ raws }) => raws],
  ["uniques", ({ uniques }) => uniques],
  ["sales", ({ sales }) => sales],
  ["bonuses", ({ bonusSales }) => bonusSales],
];

const TITLES = { date: "By day", company: "By office" };
const PLURALS: Record<Grouping, string> = { date: "days", company: "offices", agent: "agents", type: "links" };

/** The computed figures beside those of the report: the total, each day and each office. */
export function comparisonLines(computed: Tables, reported: Tables, links: Links): string[] {
  const line = (label: string, values: readonly string[]) => row(label, values, 24);
  const pair = (label: string, mine = emptyFigures(), theirs = emptyFigures()) =>
    line(
      label,
      COLUMNS.flatMap(([, get]) => [number(get(mine)), number(get(theirs))]),
    );
  const shown = (["date", "company"] as const).flatMap((grouping) => [
    line(TITLES[grouping], []),
    ...keysOf(computed, reported, grouping).map((key) => {
      const name = grouping === "company" ? (links.offices.get(Number(key)) ?? `office ${key}`) : key;
      return pair(`  ${name}`, computed[grouping].get(key), reported[grouping].get(key));
    }),
  ]);
  const compared = GROUPINGS.map((grouping) => {
    return `${number(keysOf(computed, reported, grouping).length)} ${PLURALS[grouping]}`;
  });
  const sides = COLUMNS.flatMap(([title]) => [title, "report"]);
  return [
    "Expected from the lines, and the growth of the Sites report",
    line("", sides),
    pair("All", computed.total, reported.total),
    ...shown,
    `  Compared: ${compared.join(", ")}, each with the sales and bonuses of every link.`,
  ];
}

function keysOf(computed: Tables, reported: Tables, grouping: Grouping): string[] {
  const some = (tables: Tables) => [...tables[grouping]].filter(([, figures]) => hasFigures(figures));
  const keys = new Set([...some(computed), ...some(reported)].map(([key]) => key));
  return [...keys].toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

const hasFigures = ({ counts, ...sums }: Figures) =>
  [...Object.values(sums), ...counts.values()].some((value) => value !== 0);

/** The result, with every difference and every unexpected answer. */
export function endLines(unequal: readonly Unequal[], unexpected: readonly string[]): string[] {
  if (unequal.length === 0 && unexpected.length === 0) return ["Equal: every figure matches the lines."];
  const figures = unequal.map(
    ({ where, figure, computed, reported }) => `${where}: ${figure} is ${reported}, and must be ${computed}`,
  );
  return [
    ...(unexpected.length > 0 ? [`Unexpected answers: ${number(unexpected.length)}`, ...listLines(unexpected)] : []),
    ...(figures.length > 0 ? [`Different figures: ${number(figures.length)}`, ...listLines(figures)] : []),
    "NOT equal.",
  ];
}
