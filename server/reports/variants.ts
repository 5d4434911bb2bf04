import type { RoleName } from "../kernel/operation/roles";

/** The differences between the four site reports, which share everything else (STAT-06). */
export type Variant = {
  /** Name of its operations and of its export file. */
  name: string;
  title: string;
  does: string;
  least: RoleName;
  /** Only AVP sites, for one payout period, with the tier of each agent. */
  avp: boolean;
  /** With paid amounts. The bonus ratio without sales is 100 (PAYROLL-05). */
  payroll: boolean;
  /** Has a country filter. */
  geo: boolean;
  /** Links with 'eng' in their name come last. */
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
