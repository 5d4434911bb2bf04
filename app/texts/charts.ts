/** Office Performance Charts. */
export const charts = {
  heading: "Office Performance Charts",
  choose: "Choose chart period",
  title: (office: string) => `By office ${office}`,
  axis: { day: "Daily", month: "Monthly" },
  sales: "Sales",
  progress: "Progress",
  date: { day: "Date", month: "Month" },
  numbers: "Numbers",
  /** Of a day or month that is still running, or of which the period has only a part. */
  incomplete: "incomplete",
  incompletePoints: (dates: string) => `incomplete: ${dates}`,
  /** From the chart of one office. */
  all: "All offices",
  interactive: "Interactive chart",
  size: "350 KB",
  plain: "Plain chart",
  describe: (by: "day" | "month", first: string, last: string, total: string, most: string, at: string) =>
    `Columns show sales by ${by} from ${first} to ${last}: ${total} in all, at most ${most} on ${at}. ` +
    `The line shows progress against the ${by} before. The table below has the numbers.`,
  describeIncomplete: (dates: string) => ` Incomplete, and without progress: ${dates}.`,
} as const;
