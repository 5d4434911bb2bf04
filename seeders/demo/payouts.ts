import { DAY_MS, HOUR_MS } from "../../server/kernel/time/durations";
import type { Account, Agent, Company, Office, Payout } from "../company";

const WAIT_MS = 72 * HOUR_MS;
/** Agents with payout details of their own: each of them, from the sign-in "agent" on. The others are paid by their office. */
const EVERY = 3;
/** An office without payout details, so that some of its agents have no destination. */
const WITHOUT = 3;
/** Two agents who entered the same account, with other spaces and letters. */
const SHARING = { first: 4, second: 7 };
const WAITING_AGENT = 1;

type People = { accounts: Account[]; agents: Agent[]; offices: Office[]; now: number };

/** How the agents and offices of the demo are paid. The sign-in "agent" changed theirs yesterday, which still waits. */
export function planPayouts({ accounts, agents, offices, now }: People): Company["payouts"] {
  const settled = (accountId: number) => (accounts[accountId - 1]?.registeredAt ?? now) < now - 30 * DAY_MS;
  const enteredAt = (accountId: number) => (accounts[accountId - 1]?.registeredAt ?? now) + 2 * DAY_MS;
  const payout = (accountId: number, method: Payout["method"], details: string): Payout => ({
    ...{ accountId, method, details, changedAt: enteredAt(accountId), version: 1 },
    usedFrom: enteredAt(accountId) + WAIT_MS,
  });
  const ofOffices = offices
    .filter(({ id, accountId }) => id !== WITHOUT && settled(accountId))
    .map(({ id, accountId, firstName, lastName }) =>
      payout(accountId, "bank", bank(9_000 + id, nameOf({ firstName, lastName }))),
    );
  const ofAgents = agents
    .filter(({ id, accountId }) => id % EVERY === 1 && settled(accountId))
    .map((agent) => {
      const { id, accountId } = agent;
      const shared = agents.find((other) => id === SHARING.second && other.id === SHARING.first);
      if (shared) return payout(accountId, "bank", bank(shared.id, nameOf(shared)).replaceAll(" ", "  ").toUpperCase());
      return id % 2 === 0 || id === WAITING_AGENT
        ? payout(accountId, "bank", bank(id, nameOf(agent)))
        : payout(accountId, "e-wallet", `0917 555 ${String(1_000 + id)}`);
    });
  const changedAt = now - DAY_MS;
  const waiting = agents
    .filter(({ id }) => id === WAITING_AGENT)
    .map(({ accountId }): Payout => {
      const lines = { method: "e-wallet", details: "0917 555 0188" } as const;
      return { accountId, ...lines, changedAt, usedFrom: changedAt + WAIT_MS, version: 2 };
    });
  return [...ofOffices, ...ofAgents, ...waiting];
}

const nameOf = ({ firstName, lastName }: Pick<Agent, "firstName" | "lastName">): string => `${firstName} ${lastName}`;
const bank = (number: number, owner: string): string =>
  `Bank of the Islands\n0012 3456 ${String(number).padStart(4, "0")}\n${owner}`;
