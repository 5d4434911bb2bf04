import { dateTimeSeconds } from "../formats";
import { criteria, filterSummary } from "../form/criteria";
import { CriteriaForm } from "../form/criteria-form";
import { Select } from "../form/choices";
import type { Column } from "../table/column";
import { Pager } from "../table/pager";
import { Table } from "../table/table";
import { ResponseCode, State } from "../ui/state";
import { Act } from "../ui/confirm";
import { type Delivery, DeliveryDetails } from "./delivery-details";
import { eventLabel, webhooks as texts } from "./texts";

type Props = {
  deliveries: { items: readonly Delivery[]; total: number; asked: { page: number; pageSize: number } };
  query: Parameters<typeof criteria>[0];
  events: readonly string[];
  /** The screen that sends an event again. */
  action: string;
  /** False for an endpoint that is not enabled. */
  sendsAgain: boolean;
};

const tones = { waiting: "warn", delivered: "good", failed: "bad" } as const;

const columns: readonly Column<Delivery>[] = [
  { key: "time", label: texts.time, head: true, nowrap: true, cell: ({ createdAt }) => dateTimeSeconds(createdAt) },
  { key: "event", label: texts.event, cell: ({ event }) => eventLabel(event) },
  {
    ...{ key: "state", label: texts.state, primary: true },
    cell: ({ state }) => <State tone={tones[state]}>{texts.states[state]}</State>,
  },
  { key: "status", label: texts.status, cell: ({ attempts }) => <Answer {...attempts.at(-1)} /> },
  { key: "tries", label: texts.tries, numeric: true, cell: ({ attempts }) => attempts.length },
  { key: "request", label: texts.request, long: true, cell: (delivery) => <DeliveryDetails {...delivery} /> },
];

/** The status code of the last attempt, or the error that it ended with. */
const Answer = ({ status, error }: Partial<Delivery["attempts"][number]>) =>
  status ? <ResponseCode code={status} /> : error;

const actsColumn = (action: string): Column<Delivery> => ({
  key: "actions",
  label: "Actions",
  acts: true,
  cell: ({ id, eventId, state }) =>
    state !== "waiting" && (
      <Act act={{ intent: "again", label: texts.again }} of={eventId} fields={[["id", id]]} action={action} />
    ),
});

/** The events of an endpoint, newest first, with filters and a pager. */
export function Deliveries({ deliveries, query, events, action, sendsAgain }: Props) {
  const field = criteria(query);
  const hasActs = sendsAgain && deliveries.items.some(({ state }) => state !== "waiting");
  const states = Object.entries(texts.states).map(([value, label]) => ({ value, label }));
  return (
    <section className="stack" aria-labelledby="deliveries">
      <h2 id="deliveries">{texts.deliveries}</h2>
      <CriteriaForm {...(deliveries.items.length > 0 ? filterSummary(query) : {})}>
        <Select field={field("state")} label={texts.state} first="All" choices={states} />
        <Select
          field={field("event")}
          label={texts.event}
          first="All"
          choices={events.map((value) => ({ value, label: eventLabel(value) }))}
        />
      </CriteriaForm>
      <Table
        caption={texts.deliveries}
        captionHidden
        columns={hasActs ? [...columns, actsColumn(action)] : columns}
        rows={deliveries.items}
        empty={texts.noDeliveries}
      />
      <Pager {...deliveries.asked} total={deliveries.total} />
    </section>
  );
}
