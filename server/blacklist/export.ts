import { queryRows, readTransaction } from "../kernel/database/transactions";
import { sql } from "../kernel/database/sql";
import { stream } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { dayOf, isoTime } from "../kernel/time";
import { now } from "../kernel/time/now";
import { csvText, offsetCell, offsetHeading, timeCell, timeHeading } from "../kernel/operation/csv";
import { csvFileName } from "../kernel/text/file-name";
import { entryColumns, type EntryRow } from "./entry";
import { conditionOf, criteriaOf, ScreenInput } from "./search";

const BATCH = 5_000;

/** All entries of the search as CSV, by address. */
export const exportEntries = stream({
  name: "blacklist.export",
  does: "export the IP black list",
  allow: atLeast("admin"),
  type: "EXPORT",
  heavy: true,
  input: ScreenInput,
  async *run({ saveAs }, { ip: search }) {
    saveAs(csvFileName("IP black list", search, dayOf(now())));
    yield csvText([["IP", "Reason", "Added by", timeHeading("Added"), offsetHeading("Added")]]);
    const condition = conditionOf(criteriaOf(search));
    for (let last: string | undefined = undefined, size = BATCH; size === BATCH;) {
      const after = last === undefined ? sql`TRUE` : sql`entries.ip > ${last}::cidr`;
      const rows: EntryRow[] = await readTransaction(() =>
        queryRows<EntryRow>(sql`
          SELECT ${entryColumns} FROM black_list AS entries WHERE ${after} AND ${condition}
          ORDER BY entries.ip LIMIT ${BATCH}`),
      );
      yield csvText(
        rows.map(({ ip, reason, addedBy, addedAt }) => {
          const at = addedAt && isoTime(addedAt);
          return [ip, reason, addedBy ?? "", timeCell(at), offsetCell(at)];
        }),
      );
      last = rows.at(-1)?.ip;
      size = rows.length;
    }
  },
});
