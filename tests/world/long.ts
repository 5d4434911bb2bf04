/** Whether the long proofs are running. */
export const LONG = process.env.LONG === "on";

/** Whether each test runs for hundreds of broken rules. */
const MUTATION = process.env.MUTATION === "on";

/** How often a proof is repeated: `usual` times, twenty times as often in the long proofs, and rarely under mutation. */
export const times = (usual: number): number => (LONG ? usual * 20 : MUTATION ? Math.ceil(usual / 20) : usual);
