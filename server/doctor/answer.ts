import { z } from "zod";

const verdictSubjects = [
  ...(["address", "site", "type", "agent", "approval", "office", "officeSite", "agentSite", "target"] as const),
  ...(["visitor", "domain", "host", "price", "click", "event", "postback"] as const),
] as const;

/** Whether it pays, what decides that, and a single reason. */
export const Verdict = z.object({
  /** Null if it cannot be determined here, and about an event that is booked and pays nothing. */
  pays: z.boolean().nullable(),
  about: z.enum(verdictSubjects).nullable(),
  reason: z.string().describe("The finding as a sentence."),
});
export type Verdict = z.output<typeof Verdict>;

export const yes = (reason: string): Verdict => ({ pays: true, about: null, reason });
export const nothing = (reason: string): Verdict => ({ pays: null, about: "event", reason });
export const no = (about: NonNullable<Verdict["about"]>, ...words: string[]): Verdict => ({
  ...{ pays: false, about },
  reason: words.filter(Boolean).join(" "),
});
