import { z } from "zod";
import { officesVisible } from "../accounts";
import { sql } from "../kernel/database/sql";
import { queryOne } from "../kernel/database/transactions";
import {
  type Effect,
  rowEffect,
  ImportResult,
  ImportInput,
  DryRun,
  createDryRun,
  DryRunInput,
  requireUnchanged,
} from "../kernel/operation/dry-run";
import { Flag, Id } from "../kernel/operation/input";
import { type Call, command, query } from "../kernel/operation/operation";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { type FileRow, FlagCell, NumberCell, readRows } from "../kernel/operation/csv";
import { Money, Points } from "../kernel/text/money";
import { lockTypes } from "../types";
import { type FeeRow, findFees, type FeeAmounts } from "./fee-rows";
import { writeFee } from "./save";

/** Ids identify the fee of a row. The names next to them are for people; where present, they have to match. */
const nameColumns = ["siteId", "sitename", "typename", "officeName"] as const;
const amountFields = ["payout", "earning", "lpp", "bonusPayout", "bonusEarning", "bonusLpp"] as const;
const requiredColumns = ["typeId", "companyId", "enable", ...amountFields] as const;

/** The header of an exported file. */
export const COLUMNS = [
  "siteId",
  "sitename",
  "typeId",
  "typename",
  "companyId",
  "officeName",
  "enable",
  ...amountFields,
];

export const toCells = (fee: FeeRow): (string | number)[] =>
  COLUMNS.map((name) => {
    const value = fee[name as keyof FeeAmounts | "sitename" | "enable"];
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

type CheckedRow = { effect: Effect; row?: Row; fee?: FeeRow };

/** The effect of each row of the file on its fee. Throws 422 at `csv` if the file is not valid. */
async function checkRows(actor: Actor, csv: string): Promise<CheckedRow[]> {
  const lines = readRows(csv, Row, { needed: requiredColumns, further: nameColumns });
  const fees = await feesOfRows(actor, lines);
  const known = await knownIds(actor, lines);
  const first = new Map<string, number>();
  return lines.map((line) => {
    const { row, cells } = line;
    const key = row && keyOf(row);
    const fee = key === undefined ? undefined : fees.get(key);
    const earlierLine = key === undefined ? undefined : first.get(key);
    if (key !== undefined && earlierLine === undefined) first.set(key, line.line);
    const faults = row ? findFaults({ row, cells, fee, earlierLine, known }) : line.faults;
    const name = fee
      ? `${fee.sitename} ${fee.typename}, ${fee.officeName}`
      : [cells.sitename, cells.typename ?? cells.typeId, cells.officeName ?? cells.companyId]
          .filter(Boolean)
          .join(", ");
    return {
      effect: rowEffect({ line: line.line, name, faults }, fee ?? {}, fee && row ? amountsAfter(row, fee) : {}),
      row,
      fee,
    };
  });
}

const keyOf = ({ typeId, companyId }: { typeId: number; companyId: number }) => `${typeId} ${companyId}`;

const idsIn = (lines: readonly FileRow<Row>[], name: "typeId" | "companyId"): number[] => [
  ...new Set(lines.flatMap(({ row }) => (row ? [row[name]] : []))),
];

/** All fees of the file in one statement. */
async function feesOfRows(actor: Actor, lines: readonly FileRow<Row>[]): Promise<Map<string, FeeRow>> {
  const fees = await findFees(sql`
    types.id = ANY(${idsIn(lines, "typeId")}::int[]) AND offices.id = ANY(${idsIn(lines, "companyId")}::int[]) AND ${officesVisible(actor)}`);
  return new Map(fees.map((fee) => [keyOf(fee), fee]));
}

type KnownIds = { types: ReadonlySet<number>; offices: ReadonlySet<number> };

/** Which of the IDs in the file exist, to name the one that does not. */
async function knownIds(actor: Actor, lines: readonly FileRow<Row>[]): Promise<KnownIds> {
  const known = await queryOne<{ types: number[]; offices: number[] }>(sql`
    SELECT ARRAY(SELECT id FROM types WHERE id = ANY(${idsIn(lines, "typeId")}::int[])) AS types,
      ARRAY(SELECT offices.id FROM offices JOIN accounts ON accounts.id = offices.account_id
            WHERE offices.id = ANY(${idsIn(lines, "companyId")}::int[]) AND ${officesVisible(actor)}) AS offices`);
  return { types: new Set(known?.types), offices: new Set(known?.offices) };
}

type RowToCheck = {
  row: Row;
  cells: FileRow<Row>["cells"];
  fee: FeeRow | undefined;
  earlierLine: number | undefined;
  known: KnownIds;
};

function findFaults({ row, cells, fee, earlierLine, known }: RowToCheck): string[] {
  if (!fee) {
    return [
      ...(known.types.has(row.typeId) ? [] : [`There is no link ${row.typeId}.`]),
      ...(known.offices.has(row.companyId) ? [] : [`There is no office ${row.companyId}.`]),
    ];
  }
  const faults = earlierLine === undefined ? [] : [`This link and office are already in line ${earlierLine}.`];
  for (const name of nameColumns) {
    const cell = cells[name] ?? "";
    if (cell !== "" && cell !== String(fee[name])) faults.push(`${name}: It is ${fee[name]}, not ${cell}.`);
  }
  for (const name of amountFields) {
    const applies = !name.startsWith("bonus") || fee.usual.bonusPayout !== null;
    if (!applies && row[name] !== undefined) faults.push(`${name}: This link pays no bonus.`);
    if (applies && row.enable && row[name] === undefined) faults.push(`${name}: Please fill in this cell.`);
  }
  return faults;
}

/** Without the flag the defaults apply, whatever amounts the row has. */
const amountsAfter = (row: Row, { usual }: FeeRow): Record<string, unknown> => ({
  enable: row.enable,
  ...Object.fromEntries(amountFields.map((name) => [name, (row.enable ? row[name] : usual[name]) ?? null])),
});

/** Writes the changes of the rows, each as a new version of its price. Returns their number. */
async function applyFees(call: Call, checkedRows: readonly CheckedRow[]): Promise<number> {
  const changedRows = checkedRows.filter(({ effect }) => effect.outcome === "changed");
  for (const { row, fee } of changedRows) if (row && fee) await writeFee(call, fee, row);
  return changedRows.length;
}

const DOES = "import custom payments of offices";

/** Dry run of a file of fees: the effect of each row. Nothing is written. */
export const dryRun = query({
  name: "fees.rehearse",
  does: DOES,
  allow: atLeast("superadmin"),
  type: "READ",
  input: DryRunInput,
  secret: ["csv"],
  output: DryRun,
  run: async ({ actor }, { csv }) => createDryRun((await checkRows(actor, csv)).map(({ effect }) => effect)),
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
  input: ImportInput,
  secret: ["csv"],
  output: ImportResult,
  async run(call, { csv, mark }) {
    const typeIds = (await checkRows(call.actor, csv)).flatMap(({ fee }) => (fee ? [fee.typeId] : []));
    await lockTypes({ id: typeIds });
    const checkedRows = await checkRows(call.actor, csv);
    const effects = checkedRows.map(({ effect }) => effect);
    requireUnchanged(mark, createDryRun(effects));
    return { applied: await applyFees(call, checkedRows), effects };
  },
});
