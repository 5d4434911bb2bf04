import { z } from "zod";
import { now } from "../../kernel/clock";
import { one } from "../../kernel/database";
import { Id, Text } from "../../kernel/input";
import { command } from "../../kernel/operation";
import { isoTime } from "../../kernel/periods";
import { invalid, notFound } from "../../kernel/refusal";
import { atLeast } from "../../kernel/roles";
import { newToken, tokenHash } from "../../kernel/secrets";
import { sql } from "../../kernel/sql";
import { productUrl } from "../../kernel/product-url";
import { reachable } from "./reach";

const LASTS = { browser: 60_000, client: 365 * 24 * 60 * 60_000 };

/** A way in without the password: for a browser once and within a minute, for a program for a year. Shown this once. */
export const create = command({
  name: "auth.remoteTokens.create",
  does: "make remote tokens",
  allow: atLeast("company"),
  input: z
    .object({
      accountId: Id.optional(),
      username: Text(255).optional(),
      kind: z.enum(["browser", "client"], "Please choose browser or client."),
      name: Text(64).default(""),
      scope: z.enum(["read", "all"], "Please choose read or all.").default("all"),
    })
    .refine(({ accountId, username }) => accountId !== undefined || username, {
      path: ["accountId"],
      message: "Please choose an account.",
      when: () => true,
    }),
  output: z.object({
    id: z.int(),
    kind: z.enum(["browser", "client"]),
    name: z.string(),
    scope: z.enum(["read", "all"]),
    token: z.string(),
    url: z.string(),
    expiresAt: z.string(),
  }),
  async run({ actor, changed }, { accountId: id, username, kind, name, scope }) {
    const token = newToken(32);
    const expiresAt = new Date(now().getTime() + LASTS[kind]);
    const whose = id === undefined ? sql`lower(username) = lower(${username})` : sql`id = ${id}`;
    const made = await one<{ id: number; account_id: number }>(sql`
      INSERT INTO remote_tokens (account_id, kind, name, scope, hash, created_by, created_at, expires_at)
      SELECT id, ${kind}, ${name}, ${scope}, ${tokenHash(token)}, ${actor.accountId}, ${now()}, ${expiresAt}
      FROM accounts WHERE ${whose} AND deleted_at IS NULL AND ${reachable(actor, sql`accounts.id`)}
      RETURNING id, account_id`);
    if (!made) throw id === undefined ? invalid({ username: ["There is no such account."] }) : notFound();
    const after = { kind, name, scope };
    changed({ record: "remoteToken", id: made.id, before: null, after, onBehalfOf: made.account_id });
    const url = productUrl(`/remote-login?token=${token}`);
    return { id: made.id, kind, name, scope, token, url, expiresAt: isoTime(expiresAt) };
  },
});
