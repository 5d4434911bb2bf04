import { postbacks as texts } from "~/components/logs/texts";
import { dateTime } from "../formats";
import type { Column } from "../table/column";
import { allActs } from "../table/acts";
import { RowActs } from "../table/row-acts";
import { RowOpener } from "../table/row-opener";
import { State, type Tone } from "../ui/state";
import { ShortText } from "../ui/short-text";
import { postbackActs } from "./acts";
import { type Cells, type LogColumns, logColumns } from "./log-columns";
import { type Postback, type PostbackCan, postbackEventLabel, verdictLabel } from "./postback";

/** One line a row. The rest is in <PostbackMore>, which the last column opens. */
const cells: Cells<Postback> = {
  receivedAt: { nowrap: true, cell: ({ receivedAt }) => dateTime(receivedAt) },
  sitename: { head: true, cell: ({ sitename }) => sitename && <ShortText text={sitename} /> },
  event: { cell: (row) => <Event {...row} /> },
  verdict: { primary: true, tone: () => "sentence", cell: (row) => <Verdict {...row} /> },
  agentUsername: { nowrap: true, cell: ({ agentUsername }) => agentUsername },
  txid: { nowrap: true, cell: ({ txid }) => txid && <ShortText text={txid} /> },
};

/** `action` is the path that row actions post to. */
export const postbackColumns = (columns: LogColumns, can: PostbackCan, action: string): Column<Postback>[] => [
  ...logColumns(columns, cells).filter(({ key }) => key !== "txid" || can.replayPostbacks),
  { key: "acts", label: "Actions", acts: true, cell: (row) => <Acts row={row} action={action} /> },
];

export const postbackName = ({ sitename, receivedAt }: Pick<Postback, "sitename" | "receivedAt">): string =>
  `${sitename ?? ""} ${dateTime(receivedAt)}`.trim();

const tones: Readonly<Record<string, Tone | undefined>> = { accepted: "good", held: "warn", refused: "bad" };

/** Only the verdict has a colour, so that the reason stays easy to read. */
export function Verdict({ verdict, fate }: Pick<Postback, "verdict" | "fate">) {
  return (
    <>
      <State tone={tones[verdict]}>{verdictLabel(verdict)}</State>
      {fate && (
        <>
          <span className="unseen">:</span> <small className="note">{fate}</small>
        </>
      )}
    </>
  );
}

function Event({ event, status, pixel }: Postback) {
  const name = event && <ShortText text={postbackEventLabel(event)} />;
  return (
    <>
      {status === "reversed" ? (
        <State tone="bad">
          {name} {texts.reversal}
        </State>
      ) : (
        name && <State>{name}</State>
      )}
      {pixel && <small className="note"> {texts.byPixel}</small>}
    </>
  );
}

function Acts({ row, action }: { row: Postback; action: string }) {
  const name = postbackName(row);
  return (
    <>
      {row.canReplay && <RowActs action={action} id={row.id} of={name} acts={allActs(postbackActs)} />}
      <RowOpener label={texts.details} of={dateTime(row.receivedAt).slice(-"(15:04)".length)} />
    </>
  );
}
