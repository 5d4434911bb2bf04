import { offices as texts } from "~/components/offices/texts";
import { dateTime, statusLabel } from "../formats";
import { PasswordCell } from "../people/password-cell";
import type { Column } from "../table/column";
import { officeAddress } from "./office-pages";
import { type RowAct, RowActs, RowLink } from "../table/row-acts";
import { ShortText } from "../ui/short-text";
import type { Sort } from "../table/sort-link";
import { Table } from "../table/table";

export type ListedOffice = {
  id: number;
  officeName: string;
  agentsCount: number;
  sitesCount: number;
  username: string;
  plainPassword?: string;
  preferredDomain: { domain: string } | null;
  active: boolean;
  hidden: boolean;
  regTime: string;
};

type Props = {
  offices: readonly ListedOffice[];
  sort: Sort;
  action: string;
  passwordsVisible: boolean;
  empty: string;
  /** Id of the form with the bulk actions. */
  selectForm: string;
};

const { activate, suspend, show, hide } = texts.asks;
const actsOn = ({ active, hidden }: ListedOffice): RowAct[] => [
  active
    ? { intent: "suspend", label: "Suspend", ask: suspend.one }
    : { intent: "activate", label: "Activate", ask: activate.one },
  hidden ? { intent: "show", label: "Show", ask: show.one } : { intent: "hide", label: "Hide", ask: hide.one },
];

const columnsOf = (action: string, passwordsVisible: boolean): Column<ListedOffice>[] => [
  {
    key: "officeName",
    label: "Office",
    head: true,
    sort: true,
    cell: ({ id, officeName }) => (
      <a href={officeAddress(id)}>
        <ShortText text={officeName} />
      </a>
    ),
  },
  {
    key: "agentsCount",
    label: "Agents",
    numeric: true,
    sort: true,
    cell: ({ id, agentsCount }) => <a href={`/app/agents?companyId=${id}`}>{agentsCount}</a>,
  },
  {
    key: "sitesCount",
    label: "Sites",
    numeric: true,
    sort: true,
    cell: ({ id, officeName, sitesCount }) => (
      <a href={`/app/offices/${id}/${encodeURIComponent(officeName)}/sites`}>{sitesCount}</a>
    ),
  },
  { key: "username", label: "Username", sort: true, cell: ({ username }) => username },
  {
    key: "plainPassword",
    label: "Password",
    cell: ({ plainPassword }) => <PasswordCell password={plainPassword} visible={passwordsVisible} />,
  },
  {
    key: "preferredDomain",
    label: "Preferred Domain",
    cell: ({ preferredDomain }) => preferredDomain && <ShortText text={preferredDomain.domain} />,
  },
  {
    key: "active",
    label: "Status",
    primary: true,
    sort: true,
    cell: ({ active, hidden }) => statusLabel(active, hidden),
  },
  { key: "regTime", label: "Registered", nowrap: true, sort: true, cell: ({ regTime }) => dateTime(regTime) },
  {
    key: "actions",
    label: "Actions",
    acts: true,
    cell: (office) => (
      <RowActs action={action} id={office.id} of={office.officeName} acts={actsOn(office)}>
        <RowLink button href={`/app/offices/edit/${office.id}`} of={office.officeName}>
          Edit
        </RowLink>
      </RowActs>
    ),
  },
];

export function OfficeTable({ offices, sort, action, passwordsVisible, empty, selectForm }: Props) {
  return (
    <Table
      caption={texts.heading}
      captionHidden
      columns={columnsOf(action, passwordsVisible)}
      rows={offices}
      sort={sort}
      select={{ name: "ids", form: selectForm, value: ({ id }) => id, label: ({ officeName }) => officeName }}
      empty={empty}
    />
  );
}
