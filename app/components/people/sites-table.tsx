import { Status } from "../ui/state";
import type { Column } from "../table/column";
import { ShortText } from "../ui/short-text";
import { Table } from "../table/table";

type Site = { siteId: number; sitename: string; abbr: string; active: boolean; hidden: boolean };

const columns: Column<Site>[] = [
  { key: "sitename", label: "Site", head: true, cell: ({ sitename }) => <ShortText text={sitename} max={60} /> },
  { key: "abbr", label: "Abbreviation", cell: ({ abbr }) => <ShortText text={abbr} /> },
  { key: "status", label: "Status", primary: true, cell: (row) => <Status {...row} /> },
];

export function SitesTable({ caption, sites, empty }: { caption: string; sites: readonly Site[]; empty: string }) {
  return <Table caption={caption} captionHidden kind="small" columns={columns} rows={sites} empty={empty} />;
}
