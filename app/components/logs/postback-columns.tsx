import { postbacks as texts } from "~/components/logs/texts";
import { dateTime, heading } from "../formats";
import type { Column } from "../table/column";
import { RowActs } from "../table/row-acts";
import { ShortText } from "../ui/short-text";
import { ClickIdLink } from "./click-id";
import { IpText } from "./ip-text";
import { JsonDetails } from "./json-details";

/** The verdict that needs no reason. */
const ACCEPTED = "accepted";

type Postback = {
  id: number;
  receivedAt: string;
  verdict: string;
  fate: string;
  sitename: string | null;
  agentUsername?: string | null;
  clickId: string | null;
  event: string | null;
  txid: string | null;
  status: string | null;
  ip?: string | null;
  params?: Record<string, unknown>;
  replayable: boolean;
};

/**
 * Everyone sees the result of the postback. Only accounts that may replay it see the address, parameters and action.
 */
export const postbackColumns = (
  can: { chooseAgent: boolean; replayPostbacks: boolean },
  action: string,
): Column<Postback>[] => {
  const columns: (Column<Postback> | false)[] = [
    {
      ...{ key: "receivedAt", label: "Received", sort: true, primary: true, nowrap: true },
      cell: ({ receivedAt }) => dateTime(receivedAt),
    },
    {
      key: "verdict",
      label: texts.verdict,
      sort: true,
      primary: true,
      cell: ({ verdict }) => <Verdict name={verdict} />,
    },
    { key: "reason", label: texts.fate, sort: true, cell: ({ verdict, fate }) => verdict !== ACCEPTED && fate },
    {
      ...{ key: "sitename", label: "Site", sort: true, head: true },
      cell: ({ sitename }) => sitename && <ShortText text={sitename} />,
    },
    can.chooseAgent && {
      key: "agentUsername",
      label: "Agent",
      sort: true,
      nowrap: true,
      cell: (row) => row.agentUsername,
    },
    { key: "event", label: "Event", sort: true, cell: (row) => <Event {...row} /> },
    can.replayPostbacks && {
      ...{ key: "txid", label: texts.transaction, sort: true },
      cell: ({ txid }) => txid && <ShortText text={txid} />,
    },
    { key: "clickId", label: "Click Id", cell: ({ clickId }) => clickId && <ClickIdLink id={clickId} /> },
    can.replayPostbacks && { key: "ip", label: "IP", cell: ({ ip }) => ip && <IpText ip={ip} /> },
    can.replayPostbacks && {
      key: "params",
      label: texts.parameters,
      cell: ({ params }) => <JsonDetails value={params} />,
    },
    can.replayPostbacks && {
      key: "acts",
      label: "Actions",
      acts: true,
      cell: (row) => row.replayable && <Replay row={row} action={action} />,
    },
  ];
  return columns.filter((column) => column !== false);
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The stored and filtered verdict `held` reads Pending, as on Health. */
export const verdictLabel = (name: string): string => capitalized(name === "held" ? "pending" : name);

const Verdict = ({ name }: { name: string }) => (
  <span className={name === "refused" ? "bad" : undefined}>{verdictLabel(name)}</span>
);

function Event({ event, status }: Postback) {
  if (!event) return null;
  return (
    <>
      {capitalized(heading(event))}
      {status === "reversed" && <b> {texts.reversal}</b>}
    </>
  );
}

function Replay({ row: { id, sitename, receivedAt }, action }: { row: Postback; action: string }) {
  const subject = `${sitename ?? ""} ${dateTime(receivedAt)}`;
  return (
    <RowActs
      action={action}
      id={id}
      of={subject}
      acts={[{ intent: "replay", label: texts.replay, ask: texts.asks.replay.one }]}
    />
  );
}
