import { saleLogs as texts } from "~/components/logs/texts";
import { eventLabel } from "../formats";
import { State, type Tone } from "../ui/state";

/** By event type: a sale earns, a bonus is extra; a click has no tone. */
const tones: readonly (Tone | undefined)[] = ["good", "accent"];

type Props = { eventType: number; reversal?: unknown };

/** The kind of an event. A reversed one takes back what it earned. */
export const EventState = ({ eventType, reversal }: Props) => (
  <State tone={reversal ? "bad" : tones[eventType]}>
    {[eventLabel(eventType), reversal ? texts.reversal : ""].filter(Boolean).join(" ")}
  </State>
);
