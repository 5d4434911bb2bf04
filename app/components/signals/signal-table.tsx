import { dateTime } from "../formats";
import type { Output, signals } from "~/gate.server";
import type { Column } from "../table/column";
import { RowLink } from "../table/row-acts";
import { State } from "../ui/state";
import { signals as texts } from "./texts";

export const SIGNALS = "/app/logs/signals";

export type Signal = Output<typeof signals.search>["items"][number];

export const stateOf = ({ closedAt, acknowledgedAt }: Signal) =>
  closedAt ? "closed" : acknowledgedAt ? "acknowledged" : "open";
const tones = { open: "bad", acknowledged: "warn", closed: undefined } as const;

export const SignalState = ({ signal }: { signal: Signal }) => {
  const state = stateOf(signal);
  return <State tone={tones[state]}>{texts.states[state]}</State>;
};

export const columns: readonly Column<Signal>[] = [
  {
    key: "openedAt",
    label: texts.opened,
    head: true,
    nowrap: true,
    sort: true,
    cell: ({ openedAt }) => dateTime(openedAt),
  },
  { key: "kind", label: texts.kind, nowrap: true, sort: true, cell: ({ kind }) => texts.kinds[kind] },
  { key: "state", label: texts.state, primary: true, cell: (signal) => <SignalState signal={signal} /> },
  { key: "sentence", label: texts.what, long: true, cell: ({ sentence }) => sentence },
  { key: "expected", label: texts.expected, long: true, cell: ({ expected }) => expected },
  {
    key: "closedAt",
    label: texts.closed,
    nowrap: true,
    sort: true,
    cell: ({ closedAt }) => closedAt && dateTime(closedAt),
  },
  {
    key: "actions",
    label: "Actions",
    acts: true,
    cell: ({ id, sentence }) => (
      <RowLink button href={`${SIGNALS}/${id}`} of={sentence}>
        {texts.details}
      </RowLink>
    ),
  },
];
