import { z } from "zod";
import { officesVisible } from "../accounts";
import { sql } from "../kernel/database/sql";
import {
  type Effect,
  effectOf,
  ImportDone,
  Imported,
  Rehearsal,
  rehearsalOf,
  Rehearsed,
  requireShown,
} from "../kernel/operation/dry-run";
import { Flag, Id } from "../kernel/operation/input";
import { type Call, command, query } from "../kernel/operation/operation";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { type FileRow, FlagCell, NumberCell, readRows } from "../kernel/text/csv";
import { Money, Points } from "../kernel/text/money";
import { holdTypes } from "../types";
import { type FeeFound, feesWhere, type Usual } from "./fee-rows";
import { writeFee } from "./save";

/** Ids identify the fee of a row. The names next to them are for people; where present, they have to match. */
const names = ["siteId", "sitename", "typename", "officeName"] as const;
const numbers = ["payout", "earning", "lpp", "bonusPayout", "bonusEarning", "bonusLpp"] as const;
const needed = ["typeId", "companyId", "enable", ...numbers] as const;

/** The header of an exported file. */
export const COLUMNS = ["siteId", "sitename", "typeId", "typename", "companyId", "officeName", "enable", ...numbers];

export const cellsOf = (fee: FeeFound): (string | number)[] =>
  COLUMNS.map((name) => {
    const value = fee[name as keyof Usual | "sitename" | "enable"];
    return typeof value === "boolean" ? Number(value) : (value ?? "");
  });

const Row = z.object({
  typeId: NumberCell(Id),
  companyId: NumberCell(Id),
  enable: FlagCell(Flag),
  payout: NumberCell(Money.optional()),
  earning: NumberCell(Money.optional()),
  lpp: NumberCell(Points.optional()),
  bonusPayout: NumberCell(Money.optional()),
  bonusEarning: NumberCell(Money.optional()),
  bonusLpp: NumberCell(Points.optional()),
});
type Row = z.output<typeof Row>;

type JudgedFee = { effect: Effect; row?: Row; fee?: FeeFound };

/** The effect of each row of the file on its fee. Throws 422 at `csv` if the file is not valid. */
async function judgeFees(actor: Actor, csv: string): Promise<JudgedFee[]> {
  const lines = readRows(csv, Row, { needed, further: names });
  const fees = await feesOfRows(actor, lines);
  const first = new Map<string, number>();
  return lines.map((line) => {
    const { row, cells } = line;
    const key = row && keyOf(row);
    const fee = key === undefined ? undefined : fees.get(key);
    const before = key === undefined ? undefined : first.get(key);
    if (key !== undefined && before === undefined) first.set(key, line.line);
    const faults = row ? faultsOf(row, cells, fee, before) : line.faults;
    const name = fee
      ? `${fee.sitename} ${fee.typename}, ${fee.officeName}`
      : [cells.sitename, cells.typename ?? cells.typeId, cells.officeName ?? cells.companyId]
          .filter(Boolean)
          .join(", ");
    return {
      effect: effectOf({ line: line.line, name, faults }, fee ?? {}, fee && row ? after(row, fee) : {}),
      row,
      fee,
    };
  });
}

const keyOf = ({ typeId, companyId }: { typeId: number; companyId: number }) => `${typeId} ${companyId}`;

/** SQL by hand: all fees of the file in one statement. */
async function feesOfRows(actor: Actor, lines: readonly FileRow<Row>[]): Promise<Map<string, FeeFound>> {
  const ids = (name: "typeId" | "companyId") => [...new Set(lines.flatMap(({ row }) => (row ? [row[name]] : [])))];
  const found = await feesWhere(sql`
    types.id = ANY(${ids("typeId")}::int[]) AND offices.id = ANY(${ids("companyId")}::int[]) AND ${officesVisible(actor)}`);
  return new Map(found.map((fee) => [keyOf(fee), fee]));
}

function faultsOf(row: Row, cells: FileRow<Row>["cells"], fee: FeeFound | undefined, before: number | undefined) {
  if (!fee) return [`There is no link ${row.typeId} or no office ${row.companyId}.`];
  const faults = before === undefined ? [] : [`This link and office are already in line ${before}.`];
  for (const name of names) {
    const cell = cells[name] ?? "";
    if (cell !== "" && cell !== String(fee[name])) faults.push(`${name}: It is ${fee[name]}, not ${cell}.`);
  }
  for (const name of numbers) {
    const applies = !name.startsWith("bonus") || fee.usual.bonusPayout !== null;
    if (!applies && row[name] !== undefined) faults.push(`${name}: This link pays no bonus.`);
    if (applies && row.enable && row[name] === undefined) faults.push(`${name}: Please fill in this cell.`);
  }
  return faults;
}

/** Without the flag the defaults apply, whatever amounts the row has. */
const after = (row: Row, { usual }: FeeFound): Record<string, unknown> => ({
  enable: row.enable,
  ...Object.fromEntries(numbers.map((name) => [name, (row.enable ? row[name] : usual[name]) ?? null])),
});

/** Writes the changes of the rows, each as a new version of its price. Returns their number. */
async function applyFees(call: Call, judged: readonly JudgedFee[]): Promise<number> {
  const changed = judged.filter(({ effect }) => effect.outcome === "changed");
  for (const { row, fee } of changed) if (row && fee) await writeFee(call, fee, row);
  return changed.length;
}

const DOES = "import custom payments of offices";

/** Dry run of a file of fees: the effect of each row. Nothing is written. */
export const rehearse = query({
  name: "fees.rehearse",
  does: DOES,
  allow: atLeast("superadmin"),
  type: "READ",
  input: Rehearsed,
  secret: ["csv"],
  output: Rehearsal,
  run: async ({ actor }, { csv }) => rehearsalOf((await judgeFees(actor, csv)).map(({ effect }) => effect)),
});

/**
 * Applies the valid rows of a file and returns the effect of each row. If the effects differ from the dry run, nothing
 * is applied.
 */
export const importFees = command({
  name: "fees.import",
  does: DOES,
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: Imported,
  secret: ["csv"],
  output: ImportDone,
  async run(call, { csv, mark }) {
    const named = (await judgeFees(call.actor, csv)).flatMap(({ fee }) => (fee ? [fee.typeId] : []));
    await holdTypes({ id: named });
    const judged = await judgeFees(call.actor, csv);
    const effects = judged.map(({ effect }) => effect);
    requireShown(mark, rehearsalOf(effects));
    return { applied: await applyFees(call, judged), effects };
  },
});
