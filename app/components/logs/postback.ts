import { heading } from "../formats";

export type Postback = {
  id: number;
  receivedAt: string;
  verdict: string;
  fate: string;
  sitename: string | null;
  agentUsername?: string | null;
  clickId: string | null;
  event: string | null;
  txid: string | null;
  status: string | null;
  ip?: string | null;
  params?: Record<string, unknown>;
  canReplay?: boolean;
  details: PostbackDetails;
};

type PostbackDetails = {
  clickTime: string | null;
  sale: { clickId: string; date: string; agentId: number; typeId: number; periodId: number | null } | null;
  receipt?: string;
  tries?: number;
  decidedAt?: string | null;
  replays?: readonly { at: string; username: string | null; by: string | null; result: string }[];
};

/** The parts of the screen that the account may see. */
export type PostbackCan = { chooseAgent: boolean; replayPostbacks: boolean };

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The stored and filtered verdict `held` reads Pending, as on Health. */
export const verdictLabel = (name: string): string => capitalized(name === "held" ? "pending" : name);

/** `Pending: No click has the click ID that the site sent.` */
export const verdictWithReason = ({ verdict, fate }: { verdict: string; fate: string }): string =>
  [verdictLabel(verdict), fate].filter(Boolean).join(": ");

export const postbackEventLabel = (event: string): string => capitalized(heading(event));
