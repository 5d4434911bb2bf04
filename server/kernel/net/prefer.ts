/** Whether a `Prefer` header asks for `handling=strict` (RFC 7240): unknown keys are refused rather than ignored. */
export const isStrict = (prefer: string | readonly string[] | null | undefined): boolean =>
  [prefer ?? ""]
    .flat()
    .flatMap((header) => header.split(/[,;]/))
    .some((preference) => /^\s*handling\s*=\s*"?strict"?\s*$/i.test(preference));
