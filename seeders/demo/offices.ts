import { DAY_MS } from "../../server/kernel/time/durations";
import type { Admin, Company, Office, Site } from "../company";
import { FIRST_NAMES, officeName, surname, usernameOf } from "../names";
import type { Random } from "../random";
import { type Accounts, recordStatus } from "./accounts";

const SUPER = 1;

/** Number of agents of each office. */
export const OFFICE_SIZES = [44, 36, 31, 28, 25, 22, 19, 16, 14, 11, 8, 6];
/** The office that was suspended with its agents, and the one that lists leave out. */
export const SUSPENDED_OFFICE = 11;
export const HIDDEN_OFFICE = 12;

export const planDomains = (ownAddress: string): Company["domains"] => [
  { id: 1, domain: ownAddress, description: "This server", hidden: false },
  { id: 2, domain: "https://go.example.org", description: "Landing pages in English", hidden: false },
  { id: 3, domain: "https://links.example.net", description: "Kept for partners", hidden: false },
  { id: 4, domain: "https://old.example.com", description: "Retired, links still work", hidden: true },
];

/** The superadmin and the admin among the sign-ins, and three more admins with different flags. */
export function planAdmins(accounts: Accounts, since: number): Admin[] {
  const flags = [
    { username: "admin", earningVisible: true, approveAgents: true, showSuspend: true, showCommonLogs: true },
    { username: "payroll", earningVisible: true, approveAgents: false, showSuspend: true, showCommonLogs: false },
    { username: "support", earningVisible: false, approveAgents: true, showSuspend: false, showCommonLogs: false },
    { username: "auditor", earningVisible: false, approveAgents: false, showSuspend: false, showCommonLogs: true },
    { username: "super", earningVisible: true, approveAgents: true, showSuspend: true, showCommonLogs: true },
  ];
  return flags.map(({ username, ...may }) => {
    accounts.taken.add(username);
    const account = accounts.list.find((one) => one.username === username) ?? accounts.open(5, username, since);
    return { accountId: account.id, email: `${username}@office.example`, ...may };
  });
}

/** The offices. The first is that of the sign-in "manager". Each sells every site except one or two. */
export function planOffices(accounts: Accounts, sites: Site[], random: Random, span: { since: number; now: number }) {
  return OFFICE_SIZES.map((_, index): Office => {
    const id = index + 1;
    const firstName = FIRST_NAMES[(index * 7) % FIRST_NAMES.length] as string;
    const lastName = surname(260 - index);
    const account =
      accounts.list.find(({ username }) => id === 1 && username === "manager") ??
      accounts.open(10, usernameOf(firstName, lastName, accounts.taken), span.since + index * 3 * DAY_MS);
    if (id === SUSPENDED_OFFICE) {
      account.active = false;
      recordStatus(account, span.now - 150 * DAY_MS, "The contract has ended.", SUPER);
    }
    account.hidden = id === HIDDEN_OFFICE;
    if (account.hidden) recordStatus(account, span.now - 60 * DAY_MS, null, SUPER);
    const unsoldSites = new Set(id === 1 ? [] : random.sample(sites, 1 + (id % 2)).map((site) => site.id));
    return {
      id,
      accountId: account.id,
      officeName: officeName(id),
      firstName,
      lastName,
      email: `${lastName.toLowerCase()}@office.example`,
      agentNotes: NOTES[index] ?? "",
      domainId: [1, 1, 1, 2, 1, 1, 3, 1, 1, 1, 4, 1][index] ?? 1,
      siteIds: sites.filter((site) => !unsoldSites.has(site.id)).map((site) => site.id),
    };
  });
}

const NOTES = [
  "<p>Team call on <strong>Monday at 10:00</strong>. Bring your three best links.</p>",
  "<p>New landing pages are live. Please replace old links by the end of the week.</p>",
  "",
  "<p>Statements go out on the 2nd and the 17th.</p>",
];
