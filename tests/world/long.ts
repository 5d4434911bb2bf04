/** How often a proof is repeated: `usual` times, and twenty times as often in the long proofs. */
export const times = (usual: number): number => (process.env.LONG === "on" ? usual * 20 : usual);
