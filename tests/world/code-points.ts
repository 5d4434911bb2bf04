/** Every assigned character, except the halves of surrogate pairs and private ones. */
export const codePoints = (): string[] =>
  Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code !== 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code))
    .filter((character) => !/[\p{Cn}\p{Co}]/u.test(character));
