import { doctor as texts } from "~/texts";
import { Table } from "../table/table";
import { clickColumns, eventColumns, postbackColumns } from "./trace-columns";
import type { Click, Event, Postback, TraceCan } from "./trace-rows";

type Props = {
  clicks: readonly Click[];
  events: readonly Event[];
  postbacks: readonly Postback[];
  can: TraceCan;
};

/** The most recent clicks, events and postbacks of a link, click, customer or transaction. */
export function Traces({ clicks, events, postbacks, can }: Props) {
  const withIp = clicks.some(({ fromIp }) => fromIp !== undefined);
  return (
    <>
      <Table caption={texts.clicks} columns={clickColumns(withIp)} rows={clicks} empty={texts.noClicks} />
      <Sold events={events} postbacks={postbacks} can={can} />
    </>
  );
}

/** Events and unbooked postbacks. */
export function Sold({ events, postbacks, can, doctor }: Omit<Props, "clicks"> & { doctor?: string }) {
  const withMoney = events.some(({ payout }) => payout !== undefined);
  return (
    <>
      <Table
        caption={texts.events}
        columns={eventColumns({ ...can, doctor }, withMoney)}
        rows={events}
        empty={texts.noEvents}
      />
      <Table
        caption={texts.postbacks}
        columns={postbackColumns({ ...can, doctor })}
        rows={postbacks}
        empty={texts.noPostbacks}
      />
    </>
  );
}
