import { statements as texts } from "~/components/statements/texts";
import { dateOnly } from "../formats";
import { State, type Tone } from "../ui/state";
import { Dated } from "../ui/line-breaks";
import type { Settlement } from "./settlement";

type Props = {
  /** State of the half-month. */
  period: keyof typeof texts.balance;
  settlement: Pick<Settlement, "state" | "hold">;
};

const tones: Partial<Record<Settlement["state"], Tone>> = {
  open: "warn",
  closed: "accent",
  paid: "good",
  failed: "bad",
};

/** The state of an agent or office in a half-month. A hold says since when, why and by whom. */
export function StatementState({ period, settlement: { state, hold } }: Props) {
  const shown = hold === null ? state : period === "open" ? "open" : null;
  return (
    <>
      {shown && <State tone={tones[shown]}>{texts.states[shown]}</State>}
      {shown && hold && " "}
      {hold && <Dated text={holdText(hold)} />}
    </>
  );
}

export const holdText = ({ at, reason, by }: NonNullable<Settlement["hold"]>): string =>
  texts.heldBack(dateOnly(at), reason, by);
