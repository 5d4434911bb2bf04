import { payroll as texts } from "~/components/payroll/texts";
import { State } from "../ui/state";

type Props = { period: { state: keyof typeof texts.states; running: boolean } };

const tones = { open: "warn", closed: "warn", paid: "good" } as const;

/** The state of a half-month. One that is over warns until it is paid. */
export const PeriodState = ({ period: { state, running } }: Props) => (
  <State tone={running ? "accent" : tones[state]}>{running ? texts.running : texts.states[state]}</State>
);
