/** Types of payout details, as their screens receive them. */
export type Method = "bank" | "e-wallet" | "cash" | "other";

export type Payout = {
  method: Method | null;
  /** Null for the owner, who sees only the ending. */
  details: string | null;
  ending: string;
  changedAt: string | null;
  changedBy: string | null;
};

/** How an agent is paid in a list or run. */
export type AgentPayout = {
  method: Method;
  payee: "agent" | "office";
  change: { at: string; by: string | null; days: number | null } | null;
};
