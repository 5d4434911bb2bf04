import type { RoleName } from "../kernel/roles";

/** How one of the four site reports differs from the others; all else is one (STAT-06). */
export type Variant = {
  /** Of its operations, and of its export's file. */
  name: string;
  title: string;
  does: string;
  least: RoleName;
  /** Rows of AVP sites alone, of one payout period, with the tier of each agent. */
  avp: boolean;
  /** With what is paid. Without sales its bonus ratio is 100 (PAYROLL-05). */
  payroll: boolean;
  /** Can be narrowed to a country. */
  geo: boolean;
  /** Links whose name has 'eng' in it come last. */
  speechLast: boolean;
};

const plain = { avp: false, payroll: false, geo: false, speechLast: false };

export const variants = {
  sites: {
    ...{ ...plain, name: "sites", title: "Sites", least: "agent", does: "read statistics of sites" },
    ...{ geo: true, speechLast: true },
  },
  sitesAvp: {
    ...{ ...plain, name: "sitesAvp", title: "Sites AVP", least: "agent", does: "read statistics of AVP sites" },
    avp: true,
  },
  payroll: { ...plain, name: "payroll", title: "Payroll", least: "admin", does: "read the payroll", payroll: true },
  payrollAvp: {
    ...{ ...plain, name: "payrollAvp", title: "Payroll AVP", least: "admin", does: "read the payroll of AVP sites" },
    ...{ avp: true, payroll: true },
  },
} as const satisfies Record<string, Variant>;
