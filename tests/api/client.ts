import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { addDays } from "../../server/kernel/time";
import { type Hint, payoutHints } from "../../server/trade/periods";
import { aServer, type Server } from "../world/server";
import { SIGN_INS, type SignIn } from "./lines";

/** A program that calls a running server as one of the demo's four accounts. */
export type Answer = { status: number; body: unknown; headers: Headers };
export type Client = {
  as: SignIn;
  /** `url` is that of a proxy, if the call goes through one. */
  call(line: string, body?: unknown, headers?: Record<string, string>, url?: string): Promise<Answer>;
};

export async function send(
  server: Pick<Server, "url">,
  line: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const [method, path] = line.split(" ") as [string, string];
  const response = await fetch(`${server.url}/api/${path}`, {
    method,
    headers: {
      ...(body === undefined || body instanceof FormData ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    body: body === undefined || typeof body === "string" || body instanceof FormData ? body : JSON.stringify(body),
    redirect: "manual",
  });
  const text = await response.text();
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}

export async function signIn(server: Server, username: string, password = "demo-2026"): Promise<string> {
  const { status, body } = await send(server, "POST auth/login", { username, password });
  if (status !== 200)
    throw new Error(`${username} could not sign in: ${JSON.stringify(body)} ${server.said().slice(-2_000)}`);
  return (body as { token: string }).token;
}

export async function clientOf(server: Server, as: SignIn): Promise<Client> {
  const token = await signIn(server, as);
  return {
    as,
    call: (line, body, headers, url = server.url) =>
      send({ url }, line, body, { Authorization: `Bearer ${token}`, ...headers }),
  };
}

export type World = {
  server: Server;
  clients: Record<SignIn, Client>;
  filled(text: unknown, as: Client): Promise<unknown>;
};

/** A server over the demo company, a client for each role, and a function that fills in {…} of `contract.json`. */
export async function aWorld(env: Record<string, string> = {}): Promise<World> {
  void inject("server");
  const server = await aServer({ demo: true, env: { CAPTCHA: "off", WORKERS: "1", ...env } });
  const clients = {} as Record<SignIn, Client>;
  for (const as of SIGN_INS) clients[as] = await clientOf(server, as);
  const known = await demoValues(clients);
  const filled = async (value: unknown, as: Client): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map((item) => filled(item, as)));
    if (value !== null && typeof value === "object") {
      const entries = Object.entries(value).map(async ([key, item]) => [key, await filled(item, as)] as const);
      return Object.fromEntries(await Promise.all(entries));
    }
    // May be part of a text: "https://{fresh}.example".
    if (typeof value === "string" && value.includes("{fresh}")) {
      return value.replaceAll("{fresh}", `u${randomBytes(4).toString("hex")}`);
    }
    const name = typeof value === "string" ? /^\{(.+)\}$/.exec(value)?.[1] : undefined;
    if (name === undefined) return value;
    if (!name.startsWith("me.")) return known[name];
    return ((await as.call("GET accounts/me")).body as Record<string, unknown>)[name.slice(3)];
  };
  return { server, clients, filled };
}

/** A site, a link and the last sale, click and postback of the demo agent, today and yesterday in New York, its half-month and the number of that half-month. */
async function demoValues({ agent }: Record<SignIn, Client>): Promise<Record<string, unknown>> {
  const [site] = (await agent.call("GET sites")).body as { id: number }[];
  const me = (await agent.call("GET accounts/me")).body as { agentId: number; accountId: number };
  const links = (await agent.call("POST links/list", { siteId: site!.id, agentId: me.agentId })).body as {
    id: number;
    link: string;
  }[];
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date());
  const yesterday = addDays(today, -1);
  const [{ start, end }] = payoutHints(today) as [Hint];
  const half = `${start},${end},beWeek`;
  const period = Number(`${today.slice(0, 7).replace("-", "")}${today.slice(8) < "16" ? 1 : 2}`);
  const link = encodeURIComponent(links[1]!.link);
  const one = { pageSize: 1 };
  const firstOf = (answer: unknown) => ((answer as { items: { id: unknown }[] }).items[0] ?? {}).id;
  const sales = (await agent.call("POST sale-logs", one)).body as { items: unknown };
  const logged = {
    "sale.id": firstOf(sales.items),
    "click.id": firstOf((await agent.call("POST click-outs/search", one)).body),
    "postback.id": firstOf((await agent.call("POST postbacks/search", one)).body),
  };
  const own = { "agent.id": me.agentId, "agent.accountId": me.accountId, ...logged };
  return { "site.id": site!.id, "type.id": links[0]!.id, ...own, link, today, yesterday, half, period };
}
