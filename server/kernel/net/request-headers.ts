/** The token of an Authorization header. Spelling and spaces of the scheme do not matter. Undefined if there is none. */
export const bearerToken = (authorization: string | null | undefined): string | undefined =>
  /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? "")?.[1];

/** Whether a `Prefer` header asks for `handling=strict` (RFC 7240): unknown keys are refused rather than ignored. */
export const isStrict = (prefer: string | readonly string[] | null | undefined): boolean =>
  [prefer ?? ""]
    .flat()
    .flatMap((header) => header.split(/[,;]/))
    .some((preference) => /^\s*handling\s*=\s*"?strict"?\s*$/i.test(preference));
