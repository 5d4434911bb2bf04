import type { Output, sites } from "~/gate.server";
import { empty } from "~/texts";
import { sites as texts } from "~/components/sites/texts";
import { Status } from "../ui/state";
import type { Column } from "../table/column";
import { allActs, type OfferedAct } from "../table/acts";
import { RowActs, RowLink } from "../table/row-acts";
import { siteActs } from "./acts";
import { siteAddress } from "./site-pages";
import { ShortText } from "../ui/short-text";
import type { Sort } from "../table/sort-link";
import { Table } from "../table/table";

export type ListedSite = Output<typeof sites.listScreen>["sites"]["items"][number];

type Props = {
  sites: readonly ListedSite[];
  sort: Sort;
  action: string;
  /** Shows the actions. Otherwise the table is read-only. */
  edits: boolean;
  /** Id of the form with the bulk actions. */
  selectForm: string;
};

/** Every row has both acts. The one that would change nothing is disabled and comes last (SITE-07). */
const actsOn = ({ active }: ListedSite): OfferedAct[] => {
  const acts = allActs(siteActs).map((act) => ({ ...act, disabled: (act.intent === "activate") === active }));
  return active ? acts.reverse() : acts;
};

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
    cell: (row) => <Status {...row} />,
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
      addressed={({ id }) => id}
      sort={sort}
      select={
        edits ? { name: "ids", form: selectForm, value: ({ id }) => id, label: ({ sitename }) => sitename } : undefined
      }
      empty={empty.sites}
    />
  );
}
