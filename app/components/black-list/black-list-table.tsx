import { empty } from "~/texts";
import { blackList as texts } from "~/components/black-list/texts";
import { dateTime } from "../formats";
import type { Column } from "../table/column";
import { allActs } from "../table/acts";
import { RowActs } from "../table/row-acts";
import type { Sort } from "../table/sort-link";
import { Table } from "../table/table";
import { blackListActs } from "./acts";

type Entry = { id: number; ip: string; reason: string; addedBy: string | null; addedAt: string | null };
type Props = {
  entries: readonly Entry[];
  sort: Sort;
  action: string;
  /** Id of the form with the bulk actions. */
  selectForm: string;
};

const columnsOf = (action: string): Column<Entry>[] => [
  { key: "ip", label: texts.ip, head: true, sort: true, cell: ({ ip }) => ip },
  {
    ...{ key: "reason", label: texts.reason, tone: ({ reason }) => (reason ? undefined : "zero") },
    cell: ({ reason }) => reason || texts.noReason,
  },
  {
    ...{ key: "addedBy", label: texts.addedBy, nowrap: true, tone: ({ addedBy }) => (addedBy ? undefined : "zero") },
    cell: ({ addedBy }) => addedBy ?? texts.unknown,
  },
  {
    ...{ key: "addedAt", label: texts.addedAt, nowrap: true, tone: ({ addedAt }) => (addedAt ? undefined : "zero") },
    cell: ({ addedAt }) => (addedAt ? dateTime(addedAt) : texts.unknown),
  },
  {
    key: "actions",
    label: "Actions",
    acts: true,
    cell: ({ id, ip }) => <RowActs action={action} id={id} of={ip} acts={allActs(blackListActs)} />,
  },
];

export function BlackListTable({ entries, sort, action, selectForm }: Props) {
  return (
    <Table
      caption={texts.heading}
      captionHidden
      columns={columnsOf(action)}
      rows={entries}
      sort={sort}
      select={{ name: "ids", form: selectForm, value: ({ id }) => id, label: ({ ip }) => ip }}
      empty={empty.list}
    />
  );
}
