/** The second step of a sign-in: what the authenticator app and the server share, and codes for when it is lost. */
export const twoStep = `
CREATE TABLE authenticators (
  account_id integer PRIMARY KEY REFERENCES accounts (id),
  secret_sealed bytea NOT NULL,
  started_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  last_step bigint
);

CREATE TABLE recovery_codes (
  account_id integer NOT NULL REFERENCES authenticators (account_id) ON DELETE CASCADE,
  hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (account_id, hash)
);
`;
