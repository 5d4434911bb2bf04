import { z } from "zod";
import { one, run } from "../../kernel/database";
import { Html } from "../../kernel/html";
import { Email, Kept, Nothing, Required, Text, Version } from "../../kernel/input";
import { command, query } from "../../kernel/operation";
import { notFound } from "../../kernel/refusal";
import { type Actor, only } from "../../kernel/roles";
import { sql } from "../../kernel/sql";
import { sameVersion } from "../../kernel/version";
import { alike, hashOf, notAlike, passwordFields, SECRET } from "./password-fields";
import { saveOwn } from "./save";

/** Browsers send a line's end as two signs; every way leaves the same text. */
const Notes = Text(20_000)
  .transform((html) => html.replaceAll("\r\n", "\n"))
  .pipe(Html);

/** `activated` is shown alone: an office is suspended and activated by those above it. */
export const CompanyProfile = z.object({
  username: z.string(),
  officeName: z.string(),
  manFirstName: z.string(),
  manLastName: z.string(),
  manEmail: z.string(),
  agentNotes: z.string(),
  activated: z.boolean(),
  version: z.int(),
});

export async function companyProfile(actor: Actor, lock = sql``): Promise<z.output<typeof CompanyProfile>> {
  const found = await one<z.output<typeof CompanyProfile>>(sql`
    SELECT accounts.username, office_name AS "officeName", man_first_name AS "manFirstName",
           man_last_name AS "manLastName", man_email AS "manEmail", agent_notes AS "agentNotes",
           accounts.active AS activated, accounts.version
    FROM offices JOIN accounts ON accounts.id = account_id WHERE account_id = ${actor.accountId} ${lock}`);
  if (!found) throw notFound();
  return found;
}

export const read = query({
  name: "profile.company.read",
  does: "read the profile of an office",
  allow: only("company"),
  input: Nothing,
  output: CompanyProfile,
  run: ({ actor }) => companyProfile(actor),
});

/** A manager keeps his office's names, e-mail and must-read notes, and his password. */
export const update = command({
  name: "profile.company.update",
  does: "change the profile of an office",
  allow: only("company"),
  input: z
    .object({
      officeName: Kept(Required()),
      manFirstName: Kept(Required()),
      manLastName: Kept(Required()),
      manEmail: Kept(Email),
      agentNotes: Kept(Notes),
      ...passwordFields,
      version: Version,
    })
    .refine(alike, notAlike),
  output: CompanyProfile,
  secret: SECRET,
  before: (_call, input) => hashOf(input),
  async run(call, { password, passwordConfirm: _, keepTokens, version, ...fields }, hash: string | undefined) {
    const before = await companyProfile(call.actor, sql`FOR UPDATE`);
    sameVersion(version, before);
    const after = { ...before, ...fields };
    await run(sql`
      UPDATE offices SET office_name = ${after.officeName}, man_first_name = ${after.manFirstName},
        man_last_name = ${after.manLastName}, man_email = ${after.manEmail}, agent_notes = ${after.agentNotes}
      WHERE account_id = ${call.actor.accountId}`);
    await saveOwn(call, { before, after, password, keepTokens, hash });
    return companyProfile(call.actor);
  },
});
