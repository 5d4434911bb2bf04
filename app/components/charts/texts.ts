import { count, counted } from "../formats";

/** Texts of Office Performance Charts. */
export const charts = {
  heading: "Office Performance Charts",
  choose: "Choose chart period",
  title: (office: string) => `By office ${office}`,
  agentTitle: (username: string) => `By agent ${username}`,
  allTitle: "All offices together",
  silent: "No sales in this period:",
  best: (shown: number, of: number) => `The ${count(shown)} agents with the most sales, of ${count(of)}.`,
  compareAll: "Compare all agents",
  axis: { day: "Daily", month: "Monthly" },
  sales: "Sales",
  sold: (sales: number) => counted(sales, "sale", "sales"),
  progress: "Progress",
  date: { day: "Date", month: "Month" },
  numbers: "Numbers",
  /** Marks a day or month that is still running, or that the period covers only in part. */
  incomplete: "incomplete",
  /** The progress of a month that is incomplete. */
  sameDays: (before: number) => `same days: ${before}`,
  incompletePoints: (dates: string) => `incomplete: ${dates}`,
  /** The link from the chart of one office to all charts. */
  all: "All offices",
  interactive: "Interactive chart",
  size: "350 KB",
  plain: "Plain chart",
  describe: (by: "day" | "month", first: string, last: string, total: string, most: string, at: string) =>
    `Columns show sales by ${by} from ${first} to ${last}: ${total} in all, at most ${most} on ${at}.`,
  describeLine: (by: "day" | "month") => ` The line shows progress against the ${by} before.`,
  describeNumbers: " Numbers has them as a table.",
  describeSameDays: (dates: string) => ` Incomplete, and compared with the same days of the month before: ${dates}.`,
  describeIncomplete: (dates: string) => ` Incomplete, and without progress: ${dates}.`,
} as const;
