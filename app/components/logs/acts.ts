import type { Acts } from "../table/acts";

export const saleActs = {
  resolve: { label: "Resolve", ask: "Are you sure that the flagged sale is settled?", can: "resolveFlags" },
} as const satisfies Acts;

/** The page shows what a replay would give. */
export const postbackActs = {
  replay: {
    label: "Replay",
    bulk: "Replay selected",
    ask: "Are you sure to replay the request?",
    askSelected: "Are you sure to replay the selected requests?",
    page: true,
    change: { dryRun: false },
    can: "replayPostbacks",
  },
} as const satisfies Acts;
