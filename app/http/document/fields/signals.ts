import { type FieldDocs, time } from "./field";

/** Signals. */
export const signals: FieldDocs = {
  "Signal.acknowledgedAt": time("When somebody acknowledged it; null if nobody did"),
  "Signal.acknowledgedBy": "Username of the person who acknowledged it; null if nobody did.",
  "Signal.agentId": "ID of the agent; null if it is not about one.",
  "Signal.closedAt": time("When its fault was over; null while it is open"),
  "Signal.evidence":
    "The rows behind it: since when, what was observed and expected, `address` of the screen that shows the rows, and by kind the figures by hour, IDs of sales, payees, or the last error.",
  "Signal.expected": "The expectation, as a sentence.",
  "Signal.kind":
    "`silent`: a site without clicks or sales. `refused`: refused postbacks. `conversion`: sales per unique click. `reversals`: reversed sales. " +
    "`instant`: sales of an agent within five seconds of their click. `destination`: one payout destination of several people. `domain`: a preferred domain that does not answer.",
  "Signal.note": "The note of the person who acknowledged it; null if nobody did.",
  "Signal.openedAt": time("When the rule found it"),
  "Signal.sentence": "The observation, as a sentence.",
  "Signal.siteId": "ID of the site; null if it is not about one.",
  "signals.search.kind": "Only signals of this kind.",
  "signals.search.siteId": "Only signals about this site.",
  "signals.acknowledge.note": "Your findings or steps, at most 1,000 characters.",
};
