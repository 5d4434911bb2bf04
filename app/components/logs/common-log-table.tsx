import { byMaker, empty, logs as texts } from "~/texts";
import { dateTime, roleLabel } from "../formats";
import type { Column } from "../table/column";
import type { Sort } from "../table/sort-link";
import { Table } from "../table/table";
import { type Change, Changes } from "./changes";
import { IpText } from "./ip-text";
import { JsonDetails } from "./json-details";

export type CommonEntry = {
  id: number;
  role: number | null;
  date: string;
  username: string | null;
  by: string | null;
  ip: string | null;
  accountName: string | null;
  agentName?: string | null;
  officeName?: string | null;
  actionType: string;
  actionName: string;
  responseCode: number;
  postParams?: unknown;
  getParams?: unknown;
  changes: readonly Change[];
};

type Props = {
  rows: readonly CommonEntry[];
  sort: Sort;
  can: { chooseOffice: boolean; chooseAgent: boolean };
  /** URL template of the IP lookup; `{ip}` is replaced with the address. */
  lookUp: string;
};

/** API calls and form posts: account, address, action, response and changes. */
export function CommonTable({ rows, sort, can, lookUp }: Props) {
  const columns: (Column<CommonEntry> | false)[] = [
    { key: "role", label: "Role", sort: true, nowrap: true, cell: ({ role }) => role !== null && roleLabel(role) },
    { key: "date", label: "Date", primary: true, nowrap: true, sort: true, cell: ({ date }) => dateTime(date) },
    {
      key: "username",
      label: "Auth User Name",
      primary: true,
      sort: true,
      cell: ({ username, by }) => username && byMaker(username, by),
    },
    { key: "ip", label: "IP", sort: true, cell: ({ ip }) => ip && <Address ip={ip} lookUp={lookUp} /> },
    { key: "accountName", label: "Account Name", sort: true, cell: ({ accountName }) => accountName },
    can.chooseAgent && { key: "agentName", label: "Agent Name", sort: true, cell: ({ agentName }) => agentName },
    can.chooseOffice && { key: "officeName", label: "Office Name", sort: true, cell: ({ officeName }) => officeName },
    { key: "actionType", label: "Type", sort: true, cell: (row) => <Type {...row} /> },
    { key: "actionName", label: "Method Path", head: true, sort: true, cell: ({ actionName }) => actionName },
    { key: "responseCode", label: "Response Code", sort: true, cell: ({ responseCode }) => responseCode },
    { key: "postParams", label: "Post Params", cell: ({ postParams }) => <JsonDetails value={postParams} /> },
    { key: "getParams", label: "Get Params", cell: ({ getParams }) => <JsonDetails value={getParams} /> },
  ];
  return (
    <Table
      caption={texts.common}
      captionHidden
      columns={columns.filter((column) => column !== false)}
      rows={rows}
      sort={sort}
      empty={empty.params}
    />
  );
}

/** `noreferrer` hides the origin of the visit from the lookup site. */
function Address({ ip, lookUp }: { ip: string; lookUp: string }) {
  return (
    <a href={lookUp.replace("{ip}", encodeURIComponent(ip))} target="_blank" rel="noreferrer">
      <IpText ip={ip} />
    </a>
  );
}

function Type({ actionType, changes }: CommonEntry) {
  return (
    <>
      {actionType}
      <Changes changes={changes} />
    </>
  );
}
