import type { Acts } from "../table/acts";

export const MESSAGES = "/app/messages";

/** Texts of the messages to agents and managers. */
export const messages = {
  heading: "Messages",
  boxes: { received: "Received", sent: "Sent" },
  compose: "New message",
  agentAct: "Message",
  title: "Title",
  by: "From",
  since: "Since",
  until: "Until",
  noEnd: "no end",
  state: "State",
  unread: "Unread",
  readOn: (day: string) => `Read on ${day}`,
  recipients: "To",
  audience: "Recipients",
  receipts: "Read by",
  readBy: (read: string, sent: string) => `${read} of ${sent}`,
  sentAt: "Sent",
  states: { planned: "Planned", shown: "Shown", ended: "Ended", withdrawn: "Withdrawn" },
  markRead: "Mark as read",
  markHint: "The sender sees that you have read it.",
  marked: "The message is marked as read.",
  none: "No messages yet",
  everybody: "All agents and managers",
  audiences: { all: "All agents and managers", offices: "Offices", agents: "Chosen agents" },
  ownOffice: "All agents of my office",
  offices: "Offices",
  officesHint: "Their agents and their managers. Somebody who changes office sees the messages of the new one.",
  agents: "Usernames of agents",
  agentsHint: "One on each line, or separated by spaces. Only with Chosen agents.",
  text: "Text",
  from: "First day",
  fromHint: "Empty: it is shown at once.",
  to: "Last day",
  toHint: "Empty: it is shown until you withdraw it.",
  newcomers: "New agents see messages that begin after their registration.",
  send: "Send",
  sent: "The message was sent.",
} as const;

export const messageActs = {
  withdraw: {
    label: "Withdraw",
    ask: (title: string) => `Withdraw the message "${title}"? Nobody sees it any more.`,
    danger: true,
    can: "sendMessages",
    when: ({ withdrawnAt }: { withdrawnAt?: string | null }) => withdrawnAt === null,
  },
} as const satisfies Acts<{ withdrawnAt?: string | null }>;
