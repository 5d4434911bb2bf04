import type { Account } from "../company";

/** The password of every account of the demo company. */
export const PASSWORD = "demo-2026";

/** The four sign-ins that are printed at start. Their account ids are 1 to 4. */
export const SIGN_INS = ["super", "admin", "manager", "agent"] as const;

/** Creates accounts with ascending ids. */
export class Accounts {
  readonly list: Account[] = [];
  readonly taken = new Set<string>(SIGN_INS);

  open(role: Account["role"], username: string, registeredAt: number): Account {
    const account: Account = {
      id: this.list.length + 1,
      role,
      username,
      registeredAt,
      active: true,
      hidden: false,
      approved: true,
      loginBlocked: false,
      statusReason: null,
      statusBy: null,
      statusAt: null,
    };
    this.list.push(account);
    return account;
  }
}

/** Records who changed an account's status, when and why. */
export function recordStatus(account: Account, at: number, reason: string | null, by: number | null): void {
  account.statusAt = at;
  account.statusReason = reason;
  account.statusBy = by;
}
