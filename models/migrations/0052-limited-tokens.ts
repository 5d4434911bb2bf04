/**
 * Client tokens of the organization, tokens limited to areas of calls (null: all of them), and the days before its end at which
 * the last mail about a token was queued.
 */
export const limitedTokens = `
ALTER TABLE remote_tokens ADD COLUMN service boolean NOT NULL DEFAULT false;
ALTER TABLE remote_tokens ADD COLUMN areas text[] CHECK (cardinality(areas) > 0);
ALTER TABLE remote_tokens ADD COLUMN warned_days smallint;
ALTER TABLE remote_tokens ADD CONSTRAINT remote_tokens_client_check CHECK (kind = 'client' OR (NOT service AND areas IS NULL));
`;
