import { passkeys } from "../passkeys/texts";
import type { Acts } from "../table/acts";

export const tokenActs = {
  revoke: {
    label: "Revoke",
    ask: "Are you sure you want to revoke the token? Sessions opened with it are signed out.",
    danger: true,
    can: "makeTokens",
  },
} as const satisfies Acts;

export const passkeyActs = {
  removePasskey: { label: passkeys.remove, ask: passkeys.ask, danger: true, can: "useTwoStep" },
} as const satisfies Acts;
