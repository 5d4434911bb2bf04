import type { Acts } from "../table/acts";

const status = {
  blockSuperadmin: {
    label: "Disable login",
    ask: "Disable login for this superadmin? They are signed out everywhere.",
    change: { loginBlocked: true },
    danger: true,
    can: "seeAdmins",
  },
  unblockSuperadmin: {
    label: "Enable login",
    ask: "Enable login for this superadmin again?",
    change: { loginBlocked: false },
    can: "seeAdmins",
  },
} as const satisfies Acts;

const role = {
  demote: {
    label: "Make an admin",
    ask: "Make this superadmin an admin? They are signed out everywhere, and no screen makes them a superadmin again.",
    danger: true,
    can: "seeAdmins",
  },
} as const satisfies Acts;

/** Acts on another superadmin, by the operation that does them. */
export const superadminStatusActs = status;
export const superadminRoleActs = role;
export const superadminActs = { ...status, ...role } as const;
