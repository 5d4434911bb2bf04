import { createAccount } from "../accounts";
import { employ } from "../agents";
import { now } from "../kernel/clock";
import { one, run } from "../kernel/database";
import { DAY_MS } from "../kernel/durations";
import type { Call } from "../kernel/operation";
import { productUrl } from "../kernel/product-url";
import { levels } from "../kernel/roles";
import { newToken, tokenHash, unseal } from "../kernel/secrets";
import { sql } from "../kernel/sql";
import { sendMail } from "../mail";
import type { Code } from "./legacy-row";
import { ownerOf } from "./stage";

/** A staged agent who is ready. */
export type Staged = {
  legacyId: string;
  username: string;
  hash: string | null;
  sealed: Buffer | null;
  firstName: string;
  lastName: string;
  email: string;
  officeName: string;
  campaignId: string;
  registeredAt: Date | null;
  codes: Code[];
};

/** Who moves in has time to read his mail. */
const LINK_LASTS = 7 * DAY_MS;

/** Makes the agent of a staged one: approved, with the sites of his office and his old codes. Answers his id. */
export async function moveIn(call: Call, staged: Staged, companyId: number): Promise<number> {
  const { legacyId, username, hash, sealed, codes } = staged;
  const password = sealed ? unseal(sealed, ownerOf(legacyId)).toString() : undefined;
  const accountId = await createAccount({
    ...{ role: levels.agent, username, password, hash: hash ?? undefined, approved: true },
    registeredAt: staged.registeredAt ?? undefined,
  });
  const agent = await one<{ id: number }>(sql`
    INSERT INTO agents (account_id, company_id, first_name, last_name, email, campaign_id, migrated)
    VALUES (${accountId}, ${companyId}, ${staged.firstName}, ${staged.lastName}, ${staged.email}, ${staged.campaignId},
      true)
    RETURNING id`);
  const id = agent?.id ?? 0;
  await employ(id, companyId);
  await run(sql`
    INSERT INTO agent_sites (agent_id, site_id)
    SELECT ${id}::int, site_id FROM office_sites WHERE company_id = ${companyId}`);
  await run(sql`
    INSERT INTO legacy_links (code, site_id, type_id, agent_id)
    SELECT code, "siteId", "typeId", ${id}
    FROM jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) AS c(code text, "siteId" int, "typeId" int)`);
  if (hash === null) await mailLink(call, accountId, staged);
  const after = { companyId, username, legacyId, codes: codes.length };
  call.changed({ record: "agent", id, before: null, after, onBehalfOf: accountId });
  return id;
}

/** Who brought no password is mailed a link to set one. */
async function mailLink({ after }: Call, accountId: number, { username, email }: Staged): Promise<void> {
  const token = newToken();
  const moment = now();
  await run(sql`
    INSERT INTO password_resets (account_id, hash, created_at, expires_at)
    VALUES (${accountId}, ${tokenHash(token)}, ${moment}, ${new Date(moment.getTime() + LINK_LASTS)})`);
  after(() =>
    sendMail({
      to: email,
      subject: "Your new password",
      text: [
        `Your account "${username}" has moved to a new server.`,
        "Open this link within a week to set your password:",
        "",
        productUrl(`/reset?token=${token}`),
        "",
      ].join("\n"),
    }),
  );
}
