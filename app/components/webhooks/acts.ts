import type { Acts } from "../table/acts";

type Endpoint = { format: string };

/** The acts on an endpoint other than saving and testing. A postback has no signature, so its secret is of no use. */
export const endpointActs = {
  rotate: {
    label: "Rotate secret",
    ask: "Make a new secret? The previous one also signs for 24 hours.",
    can: "manageWebhooks",
    when: ({ format }: Endpoint) => format === "signed",
  },
  delete: {
    label: "Delete",
    ask: "Delete this webhook? Events that wait are not sent.",
    danger: true,
    can: "manageWebhooks",
  },
} as const satisfies Acts<Endpoint>;
