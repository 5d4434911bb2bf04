import { dateTime } from "../formats";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import type { Payout } from "./payout";
import { Destination } from "./payout-facts";
import { Moment } from "../ui/moment";
import { payouts as texts } from "./texts";

type Former = NonNullable<Payout["former"]>[number];

const columns: Column<Former>[] = [
  { key: "details", label: texts.details, head: true, cell: (row) => <Destination {...row} /> },
  {
    key: "entered",
    label: texts.entered,
    cell: ({ changedAt, changedBy }) => <Entry at={changedAt} note={changedBy && texts.enteredBy(changedBy)} />,
  },
  { key: "used", label: texts.usedFrom, cell: usedFrom },
];

function usedFrom({ withdrawn, usedFrom: at, confirmedBy }: Former) {
  if (withdrawn || at === null) return texts.neverUsed;
  return <Entry at={at} note={confirmedBy && texts.confirmedBy(confirmedBy)} />;
}

/** When something was done, and below it by whom. */
const Entry = ({ at, note }: { at: string; note: string | null }) => (
  <>
    <Moment text={dateTime(at)} />
    {note && <div className="note">{note}</div>}
  </>
);

/** All details before the newest, for superadmins. */
export const FormerPayouts = ({ rows }: { rows: readonly Former[] }) =>
  rows.length > 0 && (
    <section className="stack" aria-labelledby="former">
      <h2 id="former">{texts.former}</h2>
      <Table caption={texts.former} captionHidden columns={columns} rows={rows} empty={texts.noFormer} />
    </section>
  );
