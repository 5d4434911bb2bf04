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

/** The details that are used and, while they wait, the new ones; who entered the newest, and from when they are used. */
export function PayoutFacts({ payout }: { payout: Payout }) {
  const { method, details, ending, changedAt, changedBy, usedFrom, confirmedBy, usedNow, waits } = payout;
  if (method === null) return <Facts facts={[[texts.usedNow, texts.none]]} />;
  const from = dateTime(usedFrom ?? "");
  const newest = <Destination {...{ method, details, ending }} />;
  const used = usedNow ? <Destination {...usedNow} /> : texts.none;
  return (
    <>
      {waits && (
        <Notice icon="clock">
          <Dated text={usedNow ? texts.waits(from) : texts.waitsFirst(from)} />
        </Notice>
      )}
      <div className="card">
        <Facts
          facts={[
            [texts.usedNow, waits ? used : newest],
            [texts.newest, waits ? newest : null],
            [texts.changed, changedAt && texts.by(dateTime(changedAt), changedBy)],
            [texts.usedFrom, confirmedBy === null ? from : texts.confirmed(from, confirmedBy)],
          ]}
        />
      </div>
    </>
  );
}
