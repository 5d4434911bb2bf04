import { dateTime } from "../formats";
import { Facts } from "../ui/facts";
import { Dated } from "../ui/line-breaks";
import { Notice } from "../ui/notice";
import type { Method, Payout } from "./payout";
import { payouts as texts } from "./texts";

type Lines = { method: Method; details: string | null; ending: string };

/** The method and the lines of a destination, or only how they end. */
export const Destination = ({ method, details, ending }: Lines) => (
  <span className="kept">{`${texts.methods[method]}\n${details ?? texts.ending(ending)}`}</span>
);

/** The newest details, those that are used while they wait, and from when they are used. */
export function PayoutFacts({ payout }: { payout: Payout }) {
  const { method, details, ending, changedAt, changedBy, usedFrom, confirmedBy, usedNow, waits } = payout;
  if (method === null) return <Facts facts={[[texts.method, texts.none]]} />;
  const from = dateTime(usedFrom ?? "");
  return (
    <>
      {waits && (
        <Notice icon="clock">
          <Dated text={usedNow ? texts.waits(from) : texts.waitsFirst(from)} />
        </Notice>
      )}
      <Facts
        facts={[
          [texts.usedNow, waits && (usedNow ? <Destination {...usedNow} /> : texts.none)],
          [texts.method, texts.methods[method]],
          [texts.details, <span className="kept">{details ?? texts.ending(ending)}</span>],
          [texts.changed, changedAt && [dateTime(changedAt), changedBy].filter(Boolean).join(", ")],
          [texts.usedFrom, confirmedBy === null ? from : texts.confirmed(from, confirmedBy)],
        ]}
      />
    </>
  );
}
