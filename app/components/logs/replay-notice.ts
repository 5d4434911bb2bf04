import { replays as texts } from "./texts";

type Notice = readonly [heading: string, body: string, type?: "success" | "warning"];
type Replayed = { changed: boolean; after: { verdict: string } };

const isBooked = ({ after: { verdict } }: Replayed): boolean => verdict === "accepted" || verdict === "duplicate";

/** Success only if each postback is booked now; a warning if the replay changed nothing or did not book all. */
export function replayNotice<Row extends Replayed>(items: readonly Row[], describe: (item: Row) => string): Notice {
  const [changed, booked] = [items.filter((item) => item.changed), items.filter((item) => isBooked(item))];
  const [only] = items;
  const counted = texts.bookedOf(booked.length, items.length);
  const body = only && items.length === 1 ? describe(only) : counted;
  if (changed.length === 0) return [texts.unchanged, body, "warning"];
  if (booked.length === items.length) return [texts.booked, body];
  return [booked.length > 0 ? texts.partlyBooked : texts.notBooked, body, "warning"];
}
