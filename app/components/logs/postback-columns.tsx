import { postbacks as texts } from "~/components/logs/texts";
import { dateTime } from "../formats";
import type { Column } from "../table/column";
import { RowActs } from "../table/row-acts";
import { RowOpener } from "../table/row-opener";
import { ShortText } from "../ui/short-text";
import { type Postback, type PostbackCan, postbackEventLabel, verdictLabel } from "./postback";

/** One line a row. The rest is in <PostbackMore>, which the last column opens. */
export const postbackColumns = (can: PostbackCan, action: string): Column<Postback>[] => {
  const columns: (Column<Postback> | false)[] = [
    {
      ...{ key: "receivedAt", label: "Received", sort: true, primary: true, nowrap: true },
      cell: ({ receivedAt }) => dateTime(receivedAt),
    },
    {
      ...{ key: "sitename", label: "Site", sort: true, head: true },
      cell: ({ sitename }) => sitename && <ShortText text={sitename} />,
    },
    { key: "event", label: "Event", sort: true, primary: true, cell: (row) => <Event {...row} /> },
    { key: "verdict", label: texts.verdict, sort: true, tone: () => "sentence", cell: (row) => <Verdict {...row} /> },
    can.chooseAgent && {
      ...{ key: "agentUsername", label: "Agent", sort: true, nowrap: true },
      cell: (row) => row.agentUsername,
    },
    can.replayPostbacks && {
      ...{ key: "txid", label: texts.transaction, sort: true },
      cell: ({ txid }) => txid && <ShortText text={txid} />,
    },
    { key: "acts", label: "Actions", acts: true, cell: (row) => <Acts row={row} action={action} /> },
  ];
  return columns.filter((column) => column !== false);
};

export const postbackName = ({ sitename, receivedAt }: Pick<Postback, "sitename" | "receivedAt">): string =>
  `${sitename ?? ""} ${dateTime(receivedAt)}`.trim();

/** Only the verdict has a colour, so that the reason stays easy to read. */
function Verdict({ verdict, fate }: Pick<Postback, "verdict" | "fate">) {
  return (
    <span>
      <span className={verdict === "refused" ? "bad" : undefined}>{verdictLabel(verdict)}</span>
      {fate && `: ${fate}`}
    </span>
  );
}

function Event({ event, status }: Postback) {
  if (!event) return null;
  return (
    <>
      <ShortText text={postbackEventLabel(event)} />
      {status === "reversed" && <b> {texts.reversal}</b>}
    </>
  );
}

function Acts({ row, action }: { row: Postback; action: string }) {
  const name = postbackName(row);
  return (
    <>
      {row.canReplay && (
        <RowActs
          action={action}
          id={row.id}
          of={name}
          acts={[{ intent: "replay", label: texts.replay, ask: texts.asks.replay.one, opens: true }]}
        />
      )}
      <RowOpener label={texts.details} of={name} />
    </>
  );
}
