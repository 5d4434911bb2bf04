/** A name between braces, each of which may be percent-encoded, as browsers and spreadsheets copy an address. */
const IN_BRACES = /(?:\{|%7b)+(?:[\w.+ -]|%20)*(?:\}|%7d)+/gi;

/**
 * An address with the encoded braces around its macros decoded, known or not. Encoded braces around anything else, such
 * as JSON, stay encoded.
 */
export const decodeMacros = (address: string): string =>
  address.replace(IN_BRACES, (macro) => macro.replace(/%7b/gi, "{").replace(/%7d/gi, "}"));
