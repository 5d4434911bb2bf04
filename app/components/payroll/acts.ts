import type { Acts } from "../table/acts";

export const periodActs = {
  pay: {
    label: "Pay",
    ask: "Pay this half-month?",
    note: "Each account gets a payment line in the current half-month. The payment run can be undone until it is exported.",
    can: "managePayroll",
  },
} as const satisfies Acts;
