const MACRO = /^(?:\$?\{.*\}|\[.*\]|#.*#|%.*%)$/su;
/** Some programs write their numbers in braces. */
const BRACED_UUID = /^\{[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}$/i;
/** An encoded macro may have been encoded again. */
const MOST_DECODINGS = 2;

/**
 * Whether a value is plainly a placeholder that the site should have replaced: {txid}, ${txid}, [TXID], #txid#, %TXID%,
 * also percent-encoded.
 */
export function isUnfilled(value: string): boolean {
  let text = value;
  for (let decodings = 0; ; decodings += 1) {
    if (MACRO.test(text)) return !BRACED_UUID.test(text);
    if (decodings === MOST_DECODINGS || !text.includes("%")) return false;
    try {
      text = decodeURIComponent(text);
    } catch {
      return false;
    }
  }
}

/** Quotes a value, unless it is long or may identify a person. */
export const shown = (value: string): string | undefined =>
  /^[\x20-\x3f\x41-\x7e]{1,40}$/.test(value) ? `"${value}" was sent` : undefined;
