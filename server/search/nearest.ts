import { join, nothing, sql, type Statement } from "../kernel/database/sql";
import { folded } from "../kernel/text/characters";

/** Maximum number of results of a kind. */
const SHOWN = 8;

/** The order of results: the name itself, names that begin with it, then by name and by `others`. Reads one more than shown. */
export const nearest = (name: Statement, text: string, ...others: readonly Statement[]): Statement => sql`
  ORDER BY folded(${name}) = ${folded(text)} DESC, starts_with(folded(${name}), ${folded(text)}) DESC, ${name} COLLATE by_name${join(
    others.map((other) => sql`, ${other}`),
    nothing,
  )}
  LIMIT ${SHOWN + 1}`;

export const cut = <Row>(rows: readonly Row[]): { items: Row[]; more: boolean } => ({
  items: rows.slice(0, SHOWN),
  more: rows.length > SHOWN,
});
