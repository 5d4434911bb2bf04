import { z } from "zod";
import { FlagCell, NumberCell, readRows } from "../kernel/text/csv-file";
import { Id } from "../kernel/operation/input";
import { Money } from "../kernel/text/money";
import { messagesOf } from "../kernel/operation/operation";
import { type Effect, effectOf } from "../kernel/operation/dry-run";
import { type Actor, reaches } from "../kernel/operation/roles";
import { sql } from "../kernel/database/sql";
import { ChangedType, FeeGeos, NewType } from "./fields";
import { pricedTypes, type TypeOutput } from "./type";
import { mergedType } from "./update";

/** The columns of an exported file. `id` identifies the link of a row; a row without one is a new link. */
const COLUMNS = [
  ...["id", "typename", "typealias", "url", "bbrCh", "payout", "earning", "lpp", "bonus"],
  ...["bonusPayout", "bonusEarning", "bonusLpp", "status", "showNoSalesStat", "feeGeos"],
] as const;

/** The columns for an account. Only superadmins get earnings. */
export const columnsFor = (actor: Actor): string[] =>
  COLUMNS.filter((name) => reaches(actor, "superadmin") || !/earning/i.test(name));

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
export type JudgedType = { effect: Effect; row?: Row; stored?: TypeOutput; fresh?: NewType };

/**
 * The effect of each row of the file on the site's links. Throws 422 at `csv` if the text is not such a file.
 * SQL by hand: a list.
 */
export async function judgeTypes(actor: Actor, siteId: number, csv: string): Promise<JudgedType[]> {
  const stored = new Map((await pricedTypes(actor, sql`site_id = ${siteId}`)).map((type) => [type.id, type]));
  const lineOf = new Map<number, number>();
  return readRows(csv, Row, { needed: [], further: COLUMNS }).map(({ line, cells, row, faults }): JudgedType => {
    const name = cells.typename ?? (row?.id === undefined ? "" : stored.get(row.id)?.typename) ?? cells.id ?? "";
    if (!row) return { effect: effectOf({ line, name, faults }, null, {}) };
    if (row.id === undefined) return newLink(siteId, { line, name }, row);
    const known = stored.get(row.id);
    const before = lineOf.get(row.id);
    lineOf.set(row.id, before ?? line);
    const wrong = known
      ? before === undefined
        ? []
        : [`id: Link ${row.id} is already in line ${before}.`]
      : [`id: This site has no link ${row.id}.`];
    if (!known || wrong.length > 0) return { effect: effectOf({ line, name, faults: wrong }, null, {}) };
    const effect = effectOf(
      { line, name: name || known.typename, faults: [] },
      told(known),
      told(mergedType(known, given(row))),
    );
    return { effect, row, stored: known };
  });
}

function newLink(siteId: number, of: { line: number; name: string }, row: Row): JudgedType {
  const parsed = NewType.safeParse({ ...given(row), siteId });
  if (parsed.success) {
    const { siteId: _site, status: on = true, ...fresh } = parsed.data;
    const after = told({ ...fresh, status: Number(on), feeGeos: fresh.feeGeos ?? [] });
    return { effect: effectOf({ ...of, faults: [] }, null, after), fresh: parsed.data };
  }
  const faults = Object.entries(messagesOf(parsed.error)).map(([field, texts]) => `${field}: ${texts.join(" ")}`);
  return { effect: effectOf({ ...of, faults }, null, {}) };
}

/** The cells that have a value. */
export const given = ({ id: _id, ...row }: Row) =>
  Object.fromEntries(Object.entries<unknown>(row).filter(([, value]) => value !== undefined)) as Partial<
    Omit<Row, "id">
  >;

type Told = Partial<Record<Exclude<(typeof COLUMNS)[number], "feeGeos">, unknown>> & {
  feeGeos: readonly { geo: string; payout: number; earning?: number | undefined }[];
};

/** A link in the form of its cells. */
export function told({ feeGeos, ...type }: Told): Record<string, unknown> {
  const cells: Record<string, unknown> = {};
  for (const name of COLUMNS) {
    if (name === "feeGeos") cells[name] = feesText(feeGeos);
    else if (name !== "id" && type[name] !== undefined) cells[name] = type[name];
  }
  return cells;
}

export const feesText = (fees: Told["feeGeos"]): string =>
  fees.map(({ geo, payout, earning }) => `${geo}=${payout}${earning === undefined ? "" : `:${earning}`}`).join(" ");
