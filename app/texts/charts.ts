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
  size: "about 350 KB",
  plain: "Plain chart",
  describe: (by: "day" | "month", first: string, last: string, total: string, most: string, at: string) =>
    `Sales by ${by} from ${first} to ${last} as columns: ${total} in all, at most ${most} on ${at}. ` +
    `Progress against the ${by} before as a line. The numbers stand below.`,
  describeIncomplete: (dates: string) => ` Incomplete, and without progress: ${dates}.`,
} as const;
