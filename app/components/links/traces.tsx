import { doctor as texts } from "~/texts";
import { Table } from "../table/table";
import { EmptyText } from "../ui/empty-text";
import { clickColumns, eventColumns, postbackColumns } from "./trace-columns";
import type { Click, Event, Postback, TraceCan } from "./trace-rows";

type Props = {
  /** The links that were asked about; none if it was a click, a customer or a transaction. */
  links: readonly unknown[];
  clicks: readonly Click[];
  events: readonly Event[];
  postbacks: readonly Postback[];
  can: TraceCan;
};

/** The most recent clicks, events and postbacks of a link, click, customer or transaction. */
export function Traces({ links, clicks, events, postbacks, can }: Props) {
  const withIp = clicks.some(({ fromIp }) => fromIp !== undefined);
  return (
    <>
      <Table
        caption={texts.clicks}
        columns={clickColumns(withIp)}
        rows={clicks}
        empty={none(texts.noClicks, links.length > 0 ? texts.noClicksNext : texts.noClickNext)}
      />
      <Sold events={events} postbacks={postbacks} can={can} />
    </>
  );
}

/** An empty list with the next step. A screen has three of these lists, so each is brief. */
const none = (text: string, next: string) => (
  <EmptyText brief text={text}>
    <p>{next}</p>
  </EmptyText>
);

/** Events and unbooked postbacks. */
export function Sold({ events, postbacks, can, doctor }: Omit<Props, "links" | "clicks"> & { doctor?: string }) {
  const withMoney = events.some(({ payout }) => payout !== undefined);
  return (
    <>
      <Table
        caption={texts.events}
        columns={eventColumns({ ...can, doctor }, withMoney)}
        rows={events}
        empty={none(texts.noEvents, texts.noEventsNext)}
      />
      <Table
        caption={texts.postbacks}
        columns={postbackColumns({ ...can, doctor })}
        rows={postbacks}
        empty={none(texts.noPostbacks, texts.noPostbacksNext)}
      />
    </>
  );
}
