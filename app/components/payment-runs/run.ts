import type { AgentPayout } from "../payouts/payout";
import { paymentRuns as texts } from "./texts";

/** Types of payment runs, as their screens receive them. */
export type Run = {
  id: number;
  periodId: number;
  start: string;
  end: string;
  madeAt: string;
  madeBy: string | null;
  exportedAt: string | null;
  exportedBy: string | null;
  undoneAt: string | null;
  undoneBy: string | null;
  payments: number;
  failed: number;
  accounts: number;
  php: number;
  usd: number;
  returnedPhp: number;
};

export type Payment = {
  reference: string;
  agentId: number;
  agent: string;
  fullName: string;
  accounts: readonly { officeName: string; php: number; usd: number }[];
  php: number;
  usd: number;
  failedAt: string | null;
  failedBy: string | null;
  failedReason: string | null;
  payout: (AgentPayout & { details: string }) | null;
};

export const stateOf = ({ undoneAt, exportedAt }: Pick<Run, "undoneAt" | "exportedAt">): string =>
  texts.states[undoneAt ? "undone" : exportedAt ? "exported" : "made"];
