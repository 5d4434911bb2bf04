import type { Acts } from "../table/acts";

export const payoutActs = {
  confirm: {
    label: "Confirm new details",
    ask: "Pay to the new details from now on?",
    note: "Ask the payee in person or by phone first: a mail or message can come from somebody else.",
    can: "managePayroll",
  },
} as const satisfies Acts;
