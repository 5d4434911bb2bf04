import type { claims as operations, Output } from "~/gate.server";
import type { Column, TableProps } from "../table/column";
import { Table } from "../table/table";
import { ShortText } from "../ui/short-text";
import { State, type Tone } from "../ui/state";
import { CLAIMS, claims as texts } from "./texts";

export type ListedClaim = Output<typeof operations.listScreen>["items"][number];
type Can = { chooseOffice: boolean; chooseAgent: boolean };

const tones: Partial<Record<ListedClaim["state"], Tone>> = {
  open: "warn",
  forwarded: "warn",
  booked: "good",
  declined: "bad",
};

/** The state of a claim, and whether its due day is over. */
export const ClaimState = ({ state, overdue }: Pick<ListedClaim, "state" | "overdue">) => (
  <>
    <State tone={tones[state]}>{texts.states[state]}</State>
    {overdue && (
      <>
        {" "}
        <State tone="bad">{texts.overdue}</State>
      </>
    )}
  </>
);

const columns = ({ chooseOffice, chooseAgent }: Can): Column<ListedClaim>[] => [
  {
    key: "id",
    label: texts.one("").trim(),
    head: true,
    nowrap: true,
    sort: true,
    cell: ({ id }) => <a href={`${CLAIMS}/${id}`}>{texts.one(id)}</a>,
  },
  { key: "state", label: texts.state, primary: true, cell: ClaimState },
  { key: "dueDate", label: texts.due, nowrap: true, sort: "openedAt", cell: ({ dueDate, open }) => open && dueDate },
  { key: "date", label: texts.date, nowrap: true, sort: true, cell: ({ date }) => date },
  { key: "sitename", label: texts.site, cell: ({ sitename }) => <ShortText text={sitename} max={60} /> },
  ...(chooseOffice
    ? [{ key: "officeName", label: texts.office, cell: ({ officeName }: ListedClaim) => officeName }]
    : []),
  ...(chooseAgent
    ? [{ key: "agent", label: texts.agent, nowrap: true, cell: ({ agent }: ListedClaim) => agent ?? texts.ofOffice }]
    : []),
  { key: "txid", label: texts.txid, nowrap: true, cell: ({ txid }) => txid },
  { key: "answer", label: texts.answer, long: true, cell: ({ answer }) => answer },
];

type Props = { rows: readonly ListedClaim[]; can: Can } & Pick<TableProps<ListedClaim>, "sort" | "empty">;

export const ClaimTable = ({ rows, can, sort, empty }: Props) => (
  <Table caption={texts.heading} captionHidden columns={columns(can)} rows={rows} sort={sort} empty={empty} />
);
