import { empty } from "~/texts";
import { sites as texts } from "~/components/sites/texts";
import { statusLabel } from "../formats";
import type { Column } from "../table/column";
import { type RowAct, RowActs, RowLink } from "../table/row-acts";
import { siteAddress } from "./site-pages";
import { ShortText } from "../ui/short-text";
import type { Sort } from "../table/sort-link";
import { Table } from "../table/table";

export type ListedSite = {
  id: number;
  sitename: string;
  type: string;
  typeCount: number;
  active: boolean;
  hidden: boolean;
};

type Props = {
  sites: readonly ListedSite[];
  sort: Sort;
  action: string;
  /** Shows the actions. Otherwise the table is read-only. */
  edits: boolean;
  /** Id of the form with the bulk actions. */
  selectForm: string;
};

const { activate, suspend } = texts.asks;
/** Every row has both actions. The one that would change nothing is disabled (SITE-07). */
const actsOn = ({ active }: ListedSite): RowAct[] => [
  { intent: "activate", label: "Activate", ask: activate.one, disabled: active },
  { intent: "suspend", label: "Suspend", ask: suspend.one, disabled: !active },
];

const columnsOf = (edits: boolean): Column<ListedSite>[] => [
  {
    key: "sitename",
    label: texts.sitename,
    head: true,
    sort: true,
    cell: ({ id, sitename }) => (
      <a href={siteAddress(id, { editCatalogue: edits })}>
        <ShortText text={sitename} max={60} />
      </a>
    ),
  },
  { key: "type", label: texts.type, sort: true, cell: ({ type }) => type },
  {
    key: "typeCount",
    label: texts.links,
    numeric: true,
    cell: ({ id, sitename, typeCount }) => (
      <a href={`/app/sites/${id}/types`}>
        {typeCount}
        <span className="unseen"> links of {sitename}</span>
      </a>
    ),
  },
  {
    key: "status",
    label: "Status",
    primary: true,
    sort: true,
    cell: ({ active, hidden }) => statusLabel(active, hidden),
  },
];

const actsColumn = (action: string): Column<ListedSite> => ({
  key: "actions",
  label: "Actions",
  acts: true,
  cell: (site) => (
    <RowActs action={action} id={site.id} of={site.sitename} acts={actsOn(site)}>
      <RowLink button href={`/app/sites/edit/${site.id}`} of={site.sitename}>
        Edit
      </RowLink>
    </RowActs>
  ),
});

export function SiteTable({ sites, sort, action, edits, selectForm }: Props) {
  return (
    <Table
      caption={texts.heading}
      captionHidden
      columns={edits ? [...columnsOf(edits), actsColumn(action)] : columnsOf(edits)}
      rows={sites}
      sort={sort}
      select={
        edits ? { name: "ids", form: selectForm, value: ({ id }) => id, label: ({ sitename }) => sitename } : undefined
      }
      empty={empty.sites}
    />
  );
}
