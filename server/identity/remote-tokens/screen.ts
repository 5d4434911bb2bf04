import { z } from "zod";
import { abilities } from "../../accounts";
import { queryOne } from "../../kernel/database/transactions";
import { query } from "../../kernel/operation/operation";
import { limit, List, Paging } from "../../kernel/operation/page";
import { type Actor, areaRoles, areas, atLeast, only, hasRole, scopes } from "../../kernel/operation/roles";
import { sql } from "../../kernel/database/sql";
import { lifetimes } from "./create";
import { TokenRow, tokenRows, visible } from "./tokens";

const Input = Paging(["id"], "id", false);

/** A page of the token list and the choices that the form offers the account. */
export const screen = query({
  name: "auth.remoteTokens.screen",
  does: "list remote tokens",
  allow: atLeast("agent"),
  input: Input,
  output: z.object({
    username: z.string(),
    /** The other accounts that the account may create sign-in links for. */
    forOthers: z.enum(["nobody", "agents", "anyone"]),
    scopes: z.array(z.enum(scopes)),
    /** The areas in which the account's role has calls. */
    areas: z.array(z.enum(areas)),
    /** The account may create tokens of the organization. */
    mayCreateService: z.boolean(),
    lifetimes: z.array(z.int()),
    tokens: List(TokenRow),
    asked: Input,
  }),
  async run({ actor }, paging) {
    const counted = await queryOne<{ total: number }>(sql`SELECT count(*)::int AS total ${visible(actor)}`);
    return {
      username: actor.username,
      forOthers: linksFor(actor),
      scopes: scopes.filter((scope) => scope !== "health" || abilities(actor).seeHealth),
      areas: areas.filter((area) => hasRole(actor, areaRoles[area])),
      mayCreateService: hasRole(actor, "superadmin"),
      lifetimes: [...lifetimes],
      tokens: { items: await tokenRows(actor, limit(paging)), total: counted?.total ?? 0 },
      asked: paging,
    };
  },
});

function linksFor(actor: Actor): "nobody" | "agents" | "anyone" {
  if (hasRole(actor, "superadmin")) return "anyone";
  return only("company").admits(actor) ? "agents" : "nobody";
}
