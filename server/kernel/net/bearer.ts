/** The token of an Authorization header. Spelling and spaces of the scheme do not matter. Undefined if there is none. */
export const bearerToken = (authorization: string | null | undefined): string | undefined =>
  /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? "")?.[1];
