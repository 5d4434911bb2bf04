/** Wrong codes of an authenticator app in a row, and until when its codes are refused because there were too many. */
export const lockedCodes = `
ALTER TABLE authenticators ADD COLUMN wrong_codes smallint NOT NULL DEFAULT 0, ADD COLUMN locked_until timestamptz;
`;
