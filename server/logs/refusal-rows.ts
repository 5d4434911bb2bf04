import { networkAddress } from "../kernel/addresses/address";

/** Rows per minute and process about refused pages and forms, which need no account: of one network, and in all. */
const MAX_OF_NETWORK = 20;
const MAX_ROWS = 200;
const WINDOW_MS = 60_000;

/** Counts rows, so that a flood of refusals fills neither the log nor the memory. */
export function refusalRows() {
  const ofNetwork = new Map<string, number>();
  let rows = 0;
  let began = -Infinity;
  /** True if a row may be written for this address. Unknown addresses count as one. */
  return (ip: string | null): boolean => {
    if (performance.now() - began >= WINDOW_MS) {
      ofNetwork.clear();
      rows = 0;
      began = performance.now();
    }
    const network = networkAddress(ip) ?? "";
    const count = ofNetwork.get(network) ?? 0;
    if (rows >= MAX_ROWS || count >= MAX_OF_NETWORK) return false;
    ofNetwork.set(network, count + 1);
    rows += 1;
    return true;
  };
}
