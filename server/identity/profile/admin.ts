import { z } from "zod";
import { one, run } from "../../kernel/database";
import { Email, Flag, Kept, Nothing, Version } from "../../kernel/input";
import { command, query } from "../../kernel/operation";
import { notFound } from "../../kernel/refusal";
import { type Actor, atLeast } from "../../kernel/roles";
import { sql } from "../../kernel/sql";
import { sameVersion } from "../../kernel/version";
import { alike, hashOf, notAlike, passwordFields, SECRET } from "./password-fields";
import { saveOwn } from "./save";

export const AdminProfile = z.object({
  username: z.string(),
  email: z.string(),
  showSuspend: z.boolean(),
  version: z.int(),
});

export async function adminProfile(actor: Actor, lock = sql``): Promise<z.output<typeof AdminProfile>> {
  const found = await one<z.output<typeof AdminProfile>>(sql`
    SELECT accounts.username, coalesce(email, '') AS email, coalesce(show_suspend, true) AS "showSuspend",
           accounts.version
    FROM accounts LEFT JOIN admins ON account_id = accounts.id WHERE accounts.id = ${actor.accountId} ${lock}`);
  if (!found) throw notFound();
  return found;
}

export const read = query({
  name: "profile.admin.read",
  does: "read the profile of an admin",
  allow: atLeast("admin"),
  input: Nothing,
  output: AdminProfile,
  run: ({ actor }) => adminProfile(actor),
});

/** An admin keeps his e-mail and password and chooses whether lists show him what is suspended; no other flag of his. */
export const update = command({
  name: "profile.admin.update",
  does: "change the profile of an admin",
  allow: atLeast("admin"),
  input: z
    .object({ email: Kept(Email), showSuspend: Kept(Flag), ...passwordFields, version: Version })
    .refine(alike, notAlike),
  output: AdminProfile,
  secret: SECRET,
  before: (_call, input) => hashOf(input),
  async run(call, { password, passwordConfirm: _, keepTokens, version, ...fields }, hash: string | undefined) {
    const before = await adminProfile(call.actor, sql`FOR UPDATE OF accounts`);
    sameVersion(version, before);
    const after = { ...before, ...fields };
    // The record of a superadmin, who needs no flag, may not stand yet.
    await run(sql`
      INSERT INTO admins (account_id, email, show_suspend) VALUES (${call.actor.accountId}, ${after.email}, ${after.showSuspend})
      ON CONFLICT (account_id) DO UPDATE SET email = excluded.email, show_suspend = excluded.show_suspend`);
    await saveOwn(call, { before, after, password, keepTokens, hash });
    return adminProfile(call.actor);
  },
});
