import type { Output, webhooks } from "~/gate.server";
import { dateTime } from "../formats";
import type { Column } from "../table/column";
import { Table } from "../table/table";
import { State } from "../ui/state";
import { eventLabel, stateText, webhooks as texts } from "./texts";

type Endpoint = Output<typeof webhooks.listScreen>["items"][number];
const tones = { working: "good", failing: "bad", disabled: "bad", off: undefined } as const;
type Props = { endpoints: readonly Endpoint[]; withOffice: boolean };

export const WEBHOOKS = "/app/profile/webhooks";

/** The office or the agent whose events an endpoint receives. */
export const receivesOf = ({
  agentId,
  createdBy,
  officeName,
}: Pick<Endpoint, "agentId" | "createdBy" | "officeName">) =>
  agentId === null ? (officeName ?? texts.network) : texts.ofAgent(createdBy ?? String(agentId));

type Standing = Pick<Endpoint, "state" | "disabledReason" | "failingSince">;

export const EndpointState = (endpoint: Standing) => (
  <State tone={tones[endpoint.state]}>{stateText(endpoint, dateTime)}</State>
);

const columnsOf = (withOffice: boolean): Column<Endpoint>[] => [
  { key: "name", label: texts.name, head: true, cell: ({ id, name }) => <a href={`${WEBHOOKS}/${id}`}>{name}</a> },
  {
    ...{ key: "state", label: texts.state, primary: true },
    cell: EndpointState,
  },
  {
    ...{ key: "url", long: true, label: texts.url },
    tone: () => "cut",
    cell: ({ url }) => <span title={url}>{url}</span>,
  },
  ...(withOffice ? [{ key: "office", label: texts.office, cell: receivesOf }] : []),
  { key: "createdBy", label: texts.maker, cell: ({ createdBy }) => createdBy },
  { key: "events", long: true, label: texts.chosenEvents, cell: ({ events }) => events.map(eventLabel).join(", ") },
  {
    key: "lastDeliveryAt",
    label: texts.lastDelivery,
    nowrap: true,
    cell: ({ lastDeliveryAt: at }) => (at ? dateTime(at) : texts.never),
  },
];

export function EndpointTable({ endpoints, withOffice }: Props) {
  return (
    <Table caption={texts.heading} captionHidden columns={columnsOf(withOffice)} rows={endpoints} empty={texts.empty} />
  );
}
