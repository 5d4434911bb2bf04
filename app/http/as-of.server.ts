import { type From, periods } from "~/gate.server";

/** Of which moment an answer is, where a replica gave it: of several of its parts the oldest. */
export function hearing(from: From) {
  let oldest: number | undefined;
  return {
    from: { ...from, asOf: (moment: number) => void (oldest = Math.min(oldest ?? moment, moment)) },
    /** Milliseconds since 1970. */
    asOf: () => oldest,
    headers: (): Record<string, string> => (oldest === undefined ? {} : { "X-As-Of": periods.isoTime(oldest) }),
  };
}
