import { randomInt } from "node:crypto";

/** Without characters that look alike in print: 0 and o, 1, i and l. */
const CHARACTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** A random password that is easy to read out and to type, of 79 bits: `k7mw-p3xe-9tqa-h4bd`. Stored nowhere. */
export const suggestPassword = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join(""),
  ).join("-");
