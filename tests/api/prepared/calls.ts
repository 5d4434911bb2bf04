import { send, type World } from "../client";
import type { SignIn } from "../lines";
import { catalogue } from "./catalogue";
import { claims, messages } from "./messages";
import { payroll, sales, signals, webhooks } from "./money";
import { secondSuperadmin } from "./second-superadmin";
import { people, signedIn, superadmins } from "./people";
import { savedLinks, views } from "./views";

/**
 * The calls that need a record made for them, or that end, delete, close or pay something: one day at the demo company,
 * in an order in which each of them succeeds.
 */
export type Recorded = { call: string; parameters?: Body; request?: unknown; answer: unknown };
export type Body = Record<string, unknown>;
type Options = { as?: SignIn; path?: Body; give?: Body; token?: string };

/** `asked` makes a call, `record` also keeps it for the document. Both throw if it is refused. */
export type Caller = {
  world: World;
  /** The folder in which the server puts its mails. */
  mails: string;
  /** The token of another superadmin, for what needs two. */
  second: string;
  asked(call: string, options?: Options): Promise<Body>;
  record(call: string, options?: Options): Promise<Body>;
};

export const NEW_PASSWORD = "a-good-password";
export const idOf = (body: Body) => ({ id: body.id });

export async function makePreparedCalls(world: World, mails: string): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  const caller: Caller = {
    world,
    mails,
    second: await secondSuperadmin(world.server),
    async asked(call, { as = "super", path = {}, give, token } = {}) {
      const line = Object.entries(path).reduce((text, [name, value]) => text.replace(`{${name}}`, String(value)), call);
      const { status, body } = token
        ? await send(world.server, line, give, { Authorization: `Bearer ${token}` })
        : await world.clients[as].call(line, give);
      if (status >= 300) throw new Error(`${line} answered ${status}: ${JSON.stringify(body)}`);
      return body as Body;
    },
    async record(call, options = {}) {
      const answer = await caller.asked(call, options);
      const { path, give } = options;
      recorded.push({ call, ...(path ? { parameters: path } : {}), ...(give ? { request: give } : {}), answer });
      return answer;
    },
  };
  for (const part of [
    catalogue,
    people,
    sales,
    messages,
    claims,
    signedIn,
    savedLinks,
    views,
    webhooks,
    signals,
    payroll,
    superadmins,
  ])
    await part(caller);
  return recorded;
}
