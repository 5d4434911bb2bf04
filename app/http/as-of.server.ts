import { type CallOrigin, time } from "~/gate.server";

/** Collects the "as of" time of answers that a replica served. With several parts, the oldest time counts. */
export function trackAsOf(from: CallOrigin) {
  let oldest: number | undefined;
  return {
    from: { ...from, asOf: (moment: number) => void (oldest = Math.min(oldest ?? moment, moment)) },
    /** Milliseconds since 1970. */
    asOf: () => oldest,
    headers: (): Record<string, string> => (oldest === undefined ? {} : { "X-As-Of": time.isoTime(oldest) }),
  };
}
