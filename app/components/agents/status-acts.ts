import type { RowAct } from "../table/row-acts";
import { agents as texts } from "./texts";

export type StatusAct = RowAct & {
  /** The inverse action. */
  undo: string;
  /** The change as input of the call. */
  change: { active: boolean } | { hidden: boolean } | { loginBlocked: boolean };
};

/** The actions in a row of the agents' list. Each runs immediately and turns into its inverse. */
export const statusActs: readonly StatusAct[] = [
  { intent: "suspend", label: "Suspend", undo: "activate", change: { active: false } },
  { intent: "activate", label: "Activate", undo: "suspend", change: { active: true } },
  { intent: "hide", label: "Hide", undo: "show", change: { hidden: true } },
  { intent: "show", label: "Show", undo: "hide", change: { hidden: false } },
  { intent: "disableLogin", label: "Disable login", undo: "enableLogin", change: { loginBlocked: true } },
  {
    intent: "enableLogin",
    label: "Enable login",
    undo: "disableLogin",
    change: { loginBlocked: false },
    tip: texts.enableTip,
  },
];

type Status = { active: boolean; hidden: boolean; loginBlocked: boolean };

/** The actions that would change something. */
export const possibleActs = (status: Status): StatusAct[] =>
  statusActs.filter(({ change }) =>
    Object.entries(change).every(([name, value]) => status[name as keyof Status] !== value),
  );
