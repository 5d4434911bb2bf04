import type { Acts } from "../table/acts";

export const runActs = {
  release: {
    label: "Release run",
    ask: "Release this payment run?",
    note: "Look at its payments first: destinations that changed lately or that several payees share are marked. Then the run can be exported.",
    can: "managePayroll",
  },
  undo: {
    label: "Undo run",
    danger: true,
    ask: "Undo this payment run?",
    note: "Every payment returns to the balance of its account, and the half-month is closed but unpaid again. The ledger keeps the payments and the lines that return them.",
    can: "managePayroll",
  },
} as const satisfies Acts;
