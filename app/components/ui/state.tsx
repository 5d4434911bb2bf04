import type { ReactNode } from "react";
import { statusLabel } from "../formats";

export type Tone = "good" | "bad" | "warn" | "accent";
type Props = { tone?: Tone; children: ReactNode };

/**
 * A state: a word with its colour as a dot, so that a column of them is easy to compare. Settled states are good, pending
 * work is a warning.
 */
export const State = ({ tone, children }: Props) => <span className={tone ? `pill ${tone}` : "pill"}>{children}</span>;

const codeTone = (code: number): Tone => (code < 300 ? "good" : code < 400 ? "accent" : code < 500 ? "warn" : "bad");

/** The status code of an HTTP response. */
export const ResponseCode = ({ code }: { code: number }) => <State tone={codeTone(code)}>{code}</State>;

type StatusProps = {
  active: boolean | number;
  hidden?: boolean;
  /** False: the status has no effect yet. */
  approved?: boolean;
};

/** Activated or Suspended. An act in the row that is not saved yet changes both its word and its tone. */
export const Status = ({ active, hidden, approved = true }: StatusProps) => (
  <span className={approved ? `pill ${active ? "good" : "bad"}` : "pill"} data-status={approved ? "" : "waiting"}>
    {statusLabel(active, hidden)}
  </span>
);
