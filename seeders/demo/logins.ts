import { DAY_MS, HOUR_MS } from "../../server/kernel/time/durations";
import { type Company, isPaused } from "../company";
import type { Random } from "../random";
import { addressText, type Networks } from "../traffic/networks";
import { BROWSERS } from "../traffic/user-agents";

const HISTORY_MS = 3 * 7 * DAY_MS;
const SESSION_MS = 12 * HOUR_MS;

/** A sign-in and its session, which ended at the sign-out or after twelve hours. */
export type Login = {
  id: number;
  accountId: number;
  role: number;
  agentId: number | null;
  companyId: number | null;
  ip: string;
  userAgent: string;
  inTime: number;
  outTime: number | null;
  hash: Buffer;
};

/** The sign-ins of the last three weeks. Most are agents', each from their usual place. */
export function planLogins(company: Company, networks: Networks, random: Random): Login[] {
  const { now } = company;
  const offices = new Map(company.offices.map((office) => [office.accountId, office.id]));
  const agents = new Map(company.agents.map((agent) => [agent.accountId, agent]));
  const logins: Omit<Login, "id">[] = [];
  for (const account of company.accounts) {
    if (!account.approved || account.loginBlocked) continue;
    const agent = agents.get(account.id);
    const companyId = agent?.officeHistory.at(-1)?.companyId ?? offices.get(account.id) ?? null;
    const ip = addressText((networks.bases[networks.index(random)] ?? 0) + random.below(256));
    const userAgent = random.pick(BROWSERS);
    const pause = agent?.pauses.find((one) => isPaused(one, now));
    const loginsPerDay = (account.id <= 4 ? 1.1 : 0.25 + 0.6 * random.float()) * (pause ? 0.15 : 1);
    const since = Math.max(now - HISTORY_MS, agent?.officeHistory[0]?.since ?? account.registeredAt);
    for (
      let at = since + random.exponential(DAY_MS / loginsPerDay);
      at < now - HOUR_MS / 6;
      at += random.exponential(DAY_MS / loginsPerDay)
    ) {
      const inTime = Math.floor(at);
      const signOutAt = random.chance(0.55)
        ? Math.floor(inTime + Math.min(SESSION_MS - 1, random.exponential(2 * HOUR_MS)))
        : Infinity;
      const outTime = Math.min(signOutAt, inTime + SESSION_MS);
      logins.push({
        ...{ accountId: account.id, role: account.role, agentId: agent?.id ?? null, companyId, ip, userAgent, inTime },
        outTime: outTime <= now ? outTime : null,
        hash: random.bytes(32),
      });
    }
  }
  logins.sort((a, b) => a.inTime - b.inTime);
  return logins.map((login, index) => ({ id: index + 1, ...login }));
}

export const expiryOf = ({ inTime }: Login): number => inTime + SESSION_MS;
