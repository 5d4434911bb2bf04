import { z } from "zod";
import { markLinksChanged } from "../kernel/database/link-state";
import { sql } from "../kernel/database/sql";
import { readTransaction } from "../kernel/database/transactions";
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
import { Id } from "../kernel/operation/input";
import { type Call, command, messagesOf, query, stream } from "../kernel/operation/operation";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import { dayOf } from "../kernel/time";
import { now } from "../kernel/time/now";
import { csvText, FlagCell, NumberCell, readRows } from "../kernel/operation/csv";
import { csvFileName } from "../kernel/text/file-name";
import { Money } from "../kernel/text/money";
import { BySiteInput, orderOf, sortedTypes } from "./by-site";
import { findLinkSite } from "./list-screen";
import { ChangedType, changeType, FeeGeos, insertType, mergedType, NewType } from "./save";
import { lockTypes, findPricedTypes, type TypeOutput } from "./type";

/** The columns of an exported file. `id` identifies the link of a row; a row without one is a new link. */
const COLUMNS = [
  ...["id", "typename", "typealias", "url", "bbrCh", "payout", "earning", "lpp", "bonus"],
  ...["bonusPayout", "bonusEarning", "bonusLpp", "status", "showNoSalesStat", "feeGeos"],
] as const;

/** The columns for an account. Only superadmins get earnings. */
const columnsFor = (actor: Actor): string[] =>
  COLUMNS.filter((name) => hasRole(actor, "superadmin") || !/earning/i.test(name));

/** A country's price is written `US=610:31` (pesos, then dollars). Spaces separate several. */
const FEE = /^([A-Za-z]{2})=(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/;
const FeeCell = z
  .string()
  .transform((text, context) =>
    text
      .split(/[\s;]+/)
      .filter(Boolean)
      .map((part) => {
        const [, geo = "", payout, earning] = FEE.exec(part) ?? [];
        if (geo === "")
          context.addIssue({
            code: "custom",
            message: `Please write ${part.slice(0, 40)} as US=610:31, country=pesos:dollars.`,
          });
        return { geo, payout: Number(payout ?? 0), earning: Number(earning ?? 0) };
      }),
  )
  .pipe(FeeGeos);

const { bbrCh, lpp, bonus, bonusLpp, status, showNoSalesStat, typename, typealias, url } = ChangedType.shape;
const Row = z.object({
  id: NumberCell(Id.optional()),
  ...{ typename, typealias, url },
  bbrCh: NumberCell(bbrCh.unwrap().optional()),
  payout: NumberCell(Money.optional()),
  earning: NumberCell(Money.optional()),
  lpp: NumberCell(lpp.unwrap().optional()),
  bonus: FlagCell(bonus.unwrap().optional()),
  bonusPayout: NumberCell(Money.optional()),
  bonusEarning: NumberCell(Money.optional()),
  bonusLpp: NumberCell(bonusLpp.unwrap().unwrap().optional()),
  status: FlagCell(status.unwrap().optional()),
  showNoSalesStat: FlagCell(showNoSalesStat.unwrap().optional()),
  feeGeos: FeeCell.optional(),
});
type Row = z.output<typeof Row>;

/** A row with its effect. `stored` is the link that it changes, `fresh` the one that it adds. */
type CheckedRow = { effect: Effect; row?: Row; stored?: TypeOutput; fresh?: NewType };

/** The effect of each row of the file on the site's links. Throws 422 at `csv` if the text is not such a file. */
async function checkRows(actor: Actor, siteId: number, csv: string): Promise<CheckedRow[]> {
  const stored = new Map((await findPricedTypes(actor, sql`site_id = ${siteId}`)).map((type) => [type.id, type]));
  const lineOf = new Map<number, number>();
  return readRows(csv, Row, { needed: [], further: COLUMNS }).map(({ line, cells, row, faults }): CheckedRow => {
    const name = cells.typename ?? (row?.id === undefined ? "" : stored.get(row.id)?.typename) ?? cells.id ?? "";
    if (!row) return { effect: rowEffect({ line, name, faults }, null, {}) };
    if (row.id === undefined) return checkNewLink(siteId, { line, name }, row);
    const existing = stored.get(row.id);
    const earlierLine = lineOf.get(row.id);
    lineOf.set(row.id, earlierLine ?? line);
    const errors = existing
      ? earlierLine === undefined
        ? []
        : [`id: Link ${row.id} is already in line ${earlierLine}.`]
      : [`id: This site has no link ${row.id}.`];
    if (!existing || errors.length > 0) return { effect: rowEffect({ line, name, faults: errors }, null, {}) };
    const effect = rowEffect(
      { line, name: name || existing.typename, faults: [] },
      toCells(existing),
      toCells(mergedType(existing, filledCells(row))),
    );
    return { effect, row, stored: existing };
  });
}

function checkNewLink(siteId: number, source: { line: number; name: string }, row: Row): CheckedRow {
  const parsed = NewType.safeParse({ ...filledCells(row), siteId });
  if (parsed.success) {
    const { siteId: _site, status: isActive = true, ...fresh } = parsed.data;
    const after = toCells({ ...fresh, status: Number(isActive), feeGeos: fresh.feeGeos ?? [] });
    return { effect: rowEffect({ ...source, faults: [] }, null, after), fresh: parsed.data };
  }
  const faults = Object.entries(messagesOf(parsed.error)).map(([field, texts]) => `${field}: ${texts.join(" ")}`);
  return { effect: rowEffect({ ...source, faults }, null, {}) };
}

/** The cells that have a value. */
const filledCells = ({ id: _id, ...row }: Row) =>
  Object.fromEntries(Object.entries<unknown>(row).filter(([, value]) => value !== undefined)) as Partial<
    Omit<Row, "id">
  >;

type LinkCells = Partial<Record<Exclude<(typeof COLUMNS)[number], "feeGeos">, unknown>> & {
  feeGeos: readonly { geo: string; payout: number; earning?: number | undefined }[];
};

/** A link in the form of its cells. */
function toCells({ feeGeos, ...type }: LinkCells): Record<string, unknown> {
  const cells: Record<string, unknown> = {};
  for (const name of COLUMNS) {
    if (name === "feeGeos") cells[name] = formatFees(feeGeos);
    else if (name !== "id" && type[name] !== undefined) cells[name] = type[name];
  }
  return cells;
}

const formatFees = (fees: LinkCells["feeGeos"]): string =>
  fees.map(({ geo, payout, earning }) => `${geo}=${payout}${earning === undefined ? "" : `:${earning}`}`).join(" ");

type ExportInput = { siteId: number; sortField: string; sortAsc: boolean };

/** A site's links as a file that the import can read. */
export const exportTypes = stream({
  name: "types.export",
  does: "export links of a site",
  allow: atLeast("admin"),
  type: "EXPORT",
  heavy: true,
  input: BySiteInput,
  run: (call, input) => exportLines(call, input),
});

async function* exportLines({ actor, saveAs }: Call, { siteId, ...sort }: ExportInput): AsyncGenerator<string> {
  const { site, types } = await readTransaction(async () => ({
    site: await findLinkSite(siteId),
    types: await sortedTypes(actor, siteId, orderOf(actor, sort)),
  }));
  saveAs(csvFileName("site-links", site.sitename, dayOf(now())));
  const columns = columnsFor(actor);
  yield csvText([
    columns,
    ...types.map((type) => {
      const cells: Record<string, unknown> = { ...toCells(type), id: type.id };
      return columns.map((name) => toCell(cells[name]));
    }),
  ]);
}

const toCell = (value: unknown): string | number =>
  typeof value === "boolean" ? Number(value) : ((value as string | number | null | undefined) ?? "");

const DOES = "import links of a site";

/** Dry run of an import of links, row by row. Nothing is written. */
export const dryRun = query({
  name: "types.rehearse",
  does: DOES,
  allow: atLeast("superadmin"),
  type: "READ",
  input: DryRunInput.extend({ siteId: Id }),
  secret: ["csv"],
  output: DryRun,
  async run({ actor }, { siteId, csv }) {
    await findLinkSite(siteId);
    return createDryRun((await checkRows(actor, siteId, csv)).map(({ effect }) => effect));
  },
});

/**
 * Applies the valid rows of a file and returns the others with their errors. After a dry run, the file is applied
 * exactly as shown or not at all.
 */
export const importTypes = command({
  name: "types.import",
  does: DOES,
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: ImportInput.extend({ siteId: Id }),
  secret: ["csv"],
  output: ImportResult,
  async run(call, { siteId, csv, mark }) {
    await findLinkSite(siteId);
    const locked = new Map((await lockTypes({ siteId })).map((type) => [type.id, type]));
    const checkedRows = await checkRows(call.actor, siteId, csv);
    const effects = checkedRows.map(({ effect }) => effect);
    requireUnchanged(mark, createDryRun(effects));
    let applied = 0;
    for (const { effect, row, stored, fresh } of checkedRows) {
      const type = stored && locked.get(stored.id);
      if (effect.outcome === "new" && fresh) await insertType(call, fresh);
      else if (effect.outcome === "changed" && type && row) await changeType(call, type, stored, filledCells(row));
      else continue;
      applied += 1;
    }
    if (applied > 0) await markLinksChanged();
    return { applied, effects };
  },
});
