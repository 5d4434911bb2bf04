import { rows } from "../../kernel/database/transactions";
import { sql, type Statement } from "../../kernel/database/sql";
import { type Key, type Kind, microsOf, momentOf } from "./kind";

// SQL by hand: reads a page among millions of rows, with its names.

/** The rows at these positions, in the given order. Positions contain the time, so only their partitions are read. */
export function rowsAt<R>(kind: Kind, places: readonly Key[], order: Statement): Promise<(R & Key)[]> {
  const micros = places.map((place) => place.micros);
  const ids = places.map(({ id }) => String(id));
  return rows<R & Key>(sql`
    SELECT ${kind.select}, ${microsOf(kind)}
    FROM (SELECT ${momentOf(sql`micros`)} AS place_time, id AS place_id
          FROM unnest(${micros}::bigint[], ${ids}::${kind.id === "uuid" ? sql`uuid` : sql`bigint`}[]) AS place (micros, id)
         ) place
    JOIN ${kind.table} l ON l.id = place_id AND ${kind.time} = place_time
    ${kind.joins} ${order}`);
}
