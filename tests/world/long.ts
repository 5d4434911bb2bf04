/** Whether the long proofs are running. */
export const LONG = process.env.LONG === "on";

/** How often a proof is repeated: `usual` times, and twenty times as often in the long proofs. */
export const times = (usual: number): number => (LONG ? usual * 20 : usual);
