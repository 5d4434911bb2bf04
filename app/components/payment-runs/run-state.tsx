import { State } from "../ui/state";
import { type Run, stateOf } from "./run";
import { paymentRuns as texts } from "./texts";

const tones = { made: "warn", exported: "good", undone: undefined } as const;

/** Whether a run is exported or undone. */
export function RunState({ run }: { run: Pick<Run, "undoneAt" | "exportedAt"> }) {
  const state = stateOf(run);
  return <State tone={tones[state]}>{texts.states[state]}</State>;
}
