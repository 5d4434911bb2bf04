import type { Output, replayScreen } from "~/gate.server";
import { doctor, empty } from "~/texts";
import { replays as texts } from "~/components/logs/texts";
import { dateTime, pesos, signed } from "../formats";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import { State } from "../ui/state";
import { postbackEventLabel } from "./postback";
import { Verdict } from "./postback-cells";

type Replayed = Output<typeof replayScreen>["items"][number];

/** The result that a replay of the chosen postbacks would have. */
export function ReplayTrial({ items }: { items: readonly Replayed[] }) {
  return (
    <>
      <p>{texts.dryRunNote}</p>
      <Table caption={texts.dryRun} columns={columns} rows={items} empty={empty.list} />
      {items.every(({ changed }) => !changed) && <p>{texts.useless}</p>}
    </>
  );
}

const columns: Column<Replayed>[] = [
  {
    ...{ key: "postback", label: texts.postback, head: true },
    cell: ({ receivedAt, sitename, event, txid, clickId }) =>
      [dateTime(receivedAt), sitename, event && postbackEventLabel(event), txid ?? clickId].filter(Boolean).join(" · "),
  },
  { key: "before", label: texts.before, cell: ({ before }) => <Verdict {...before} /> },
  {
    ...{ key: "after", label: texts.after },
    cell: ({ after, changed }) => (changed ? <Verdict {...after} /> : <State>{texts.same}</State>),
  },
  { key: "agentUsername", label: "Agent", nowrap: true, cell: ({ agentUsername }) => agentUsername },
  { key: "price", label: texts.pays, numeric: true, amount: true, cell: ({ price }) => price && <Pays {...price} /> },
];

function Pays({ source, tiered, payout }: NonNullable<Replayed["price"]>) {
  if (tiered) return <>{texts.tiered}</>;
  return (
    <>
      {payout !== undefined && signed(pesos, payout)} <small className="note">{doctor.sources[source]}</small>
    </>
  );
}
