/** The token of an Authorization header, whatever the spaces and the case of its scheme. Undefined for anything else. */
export const bearerToken = (authorization: string): string | undefined =>
  /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1];
