import { z } from "zod";
import { sql } from "../kernel/database/sql";
import { together } from "../kernel/database/statements";
import { queryOne } from "../kernel/database/transactions";
import { Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";

/** The steps of a new company, in the order in which they are possible. */
const steps = ["domain", "office", "site", "link", "secret", "agent", "approval", "click", "sale"] as const;

export const SetUp = z.object({
  steps: z.array(z.object({ step: z.enum(steps), done: z.boolean() })),
  /** The first site, whose links and secret are still to be made; null if there is none. */
  siteId: z.int().nullable(),
});
export type SetUp = z.output<typeof SetUp>;

/** The steps to the company's first sale. Null once all are done. */
export const setUp = query({
  name: "home.setUp",
  does: "read what is left to set up",
  allow: atLeast("superadmin"),
  input: Nothing,
  output: SetUp.nullable(),
  run: () => remainingSteps(),
});

type Step = (typeof steps)[number];
type Traffic = Record<"click" | "sale", boolean>;
type Records = Record<Exclude<Step, keyof Traffic>, boolean> & { siteId: number | null };

/** Whether the first record of each kind exists. */
export async function remainingSteps(): Promise<SetUp | null> {
  const people = sql`JOIN accounts ON accounts.id = account_id AND deleted_at IS NULL`;
  const existing = queryOne<Records>(
    sql`
    SELECT EXISTS (SELECT 1 FROM domains WHERE NOT hidden) AS domain,
      EXISTS (SELECT 1 FROM offices ${people}) AS office,
      EXISTS (SELECT 1 FROM sites) AS site,
      EXISTS (SELECT 1 FROM types) AS link,
      EXISTS (SELECT 1 FROM site_secrets WHERE revoked_at IS NULL) AS secret,
      EXISTS (SELECT 1 FROM agents ${people}) AS agent,
      EXISTS (SELECT 1 FROM agents ${people} AND approved) AS approval,
      (SELECT min(id) FROM sites) AS "siteId"`,
    { plan: "prepared" },
  );
  // A statement of its own, because these tables may be distributed.
  const counted = queryOne<Traffic>(
    sql`
    SELECT EXISTS (SELECT 1 FROM stats_delta WHERE raws > 0) OR EXISTS (SELECT 1 FROM clicks_by_day WHERE raws > 0) AS click,
      EXISTS (SELECT 1 FROM sale_events) AS sale`,
    { plan: "prepared" },
  );
  const [records, traffic] = await together(existing, counted);
  if (!records || !traffic) return null;
  const done: Record<Step, boolean> = { ...records, ...traffic };
  if (steps.every((step) => done[step])) return null;
  return { steps: steps.map((step) => ({ step, done: done[step] })), siteId: records.siteId };
}
