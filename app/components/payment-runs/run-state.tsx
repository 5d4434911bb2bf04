import { State } from "../ui/state";
import { type Run, stateOf } from "./run";
import { paymentRuns as texts } from "./texts";

export const tones = { made: "warn", waiting: "warn", exported: "good", undone: undefined } as const;

/** Whether a run waits for its release, or is exported or undone. */
export function RunState({ run }: { run: Pick<Run, "undoneAt" | "exportedAt" | "needsRelease"> }) {
  const state = stateOf(run);
  return <State tone={tones[state]}>{texts.states[state]}</State>;
}
