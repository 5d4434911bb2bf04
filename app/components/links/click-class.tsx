import { doctor as texts } from "~/texts";
import { ShortText } from "../ui/short-text";
import { State } from "../ui/state";

type Props = { class: string | null; reason?: string | null };

/** Whether a click counts, and the reason if it does not. Without a class no click would be stored. */
export const ClickClass = ({ class: name, reason }: Props) => (
  <>
    <State tone={name === "ok" ? "good" : "bad"}>{name ?? texts.notMade}</State>
    {reason && (
      <>
        <span className="unseen">:</span> <ShortText text={reason} max={120} />
      </>
    )}
  </>
);
