import { abilities } from "../../accounts";
import { readTransaction } from "../../kernel/database/transactions";
import { type Call, stream } from "../../kernel/operation/operation";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { offsetCell, offsetHeading, timeCell, timeHeading } from "../../kernel/operation/csv";
import { csvFileName } from "../../kernel/text/file-name";
import type { Column } from "../columns";
import { csvOf } from "../csv";
import { figureItems, MAX_COUNTED } from "./explain";
import { FigureForm, type FigureQuery, readFigure } from "./figure-query";

/** Rows per statement. */
const ROWS = 10_000;

/** The rows behind a figure as CSV, with the columns of its screen; at most as many rows as the screen counts. */
export const explainExport = stream({
  name: "reports.explainExport",
  does: "export the rows behind a figure",
  allow: atLeast("agent"),
  type: "EXPORT",
  mayLag: true,
  heavy: true,
  input: FigureForm,
  run: (call, input) => lines(call, input),
});

async function* lines({ actor, saveAs }: Call, input: Parameters<typeof readFigure>[1]): AsyncGenerator<string> {
  const figureQuery = await readTransaction(() => readFigure(actor, input));
  const { days, measured } = figureQuery;
  const columns = measured.of === "clicks" ? clickColumns(actor) : eventColumns(actor, figureQuery);
  const file = csvOf([...columns, offsetColumn]);
  saveAs(csvFileName("figure", input.report, input.measure, days.start, days.end));
  yield file.head();
  for (let offset = 0; offset < MAX_COUNTED; offset += ROWS) {
    const items = await readTransaction(() => figureItems(actor, { ...figureQuery, limit: ROWS, offset }));
    yield file.rows(
      items.map(({ time, ...item }) => ({ ...cells(item), time: timeCell(time), offset: offsetCell(time) })),
    );
    if (items.length < ROWS) break;
  }
}

/** The values of a row; true and false as in a list. */
const cells = (item: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(item).map(([key, value]) => [key, typeof value === "boolean" ? (value ? "Yes" : "No") : value]),
  ) as Record<string, string | number | null>;

const text = (key: string, label: string): Column => ({ key, label, kind: "text" });
const pesos = (key: string, label: string): Column => ({ key, label, kind: "pesos" });

function nameColumns(actor: Actor): Column[] {
  const can = abilities(actor);
  return [
    ...(can.groupByOffice ? [text("officeName", "Office")] : []),
    ...(can.groupByAgent ? [text("agentUsername", "Agent")] : []),
    ...[text("sitename", "Site"), text("typename", "Link"), text("geo", "Geo")],
  ];
}

const timeColumn = text("time", timeHeading("Date"));
const offsetColumn = text("offset", offsetHeading("Date"));

const clickColumns = (actor: Actor): Column[] => [
  ...[timeColumn, ...nameColumns(actor)],
  ...[text("unique", "Unique"), text("id", "Click Id")],
];

function eventColumns(actor: Actor, { measure }: FigureQuery): Column[] {
  const can = abilities(actor);
  return [
    ...[timeColumn, text("day", "Booked on"), ...nameColumns(actor)],
    ...[text("event", "Event"), text("sign", "Sign"), text("correction", "Correction")],
    ...(measure === "bonusRatio" ? [] : [text("part", "Contribution")]),
    ...(can.seeLpp ? [text("lpp", "LPP")] : []),
    ...(can.seeEarning ? [{ key: "earning", label: "Earning", kind: "dollars" } as const] : []),
    ...[pesos("payout", "Payout"), pesos("payoutPhp", "Paid PHP")],
    ...[text("priceSource", "Price"), text("clickId", "Click Id")],
    ...(can.replayPostbacks ? [text("txid", "Transaction")] : []),
    text("customerEmail", "Email"),
  ];
}
