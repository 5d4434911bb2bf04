import type { Acts } from "../table/acts";

type View = { mail: string; feed: object | null };

/** The acts of an owner on a view other than saving. */
export const viewActs = {
  feed: {
    label: "New feed address",
    ask: "Make an address at which programs read this view as CSV without signing in? A former address stops working.",
  },
  endFeed: {
    label: "End feed",
    ask: "End the feed of this view? Programs that read it get no more rows.",
    when: ({ feed }: View) => feed !== null,
  },
  stopMail: {
    label: "Stop mails",
    ask: "Stop the mails of this view?",
    when: ({ mail }: View) => mail !== "none",
  },
  delete: {
    label: "Delete",
    ask: "Delete this view? Its mails and its feed end.",
    danger: true,
  },
} as const satisfies Acts<View>;
