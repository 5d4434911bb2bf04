/** How agents and offices are paid. Their last state only; the audit has the times and authors of all changes. */
export const payoutDetails = `
-- sealed: the lines that describe the destination, encrypted with DATA_KEY.
CREATE TABLE payout_details (
  account_id integer PRIMARY KEY REFERENCES accounts (id),
  method text NOT NULL CHECK (method IN ('bank', 'e-wallet', 'cash', 'other')),
  sealed bytea NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by integer REFERENCES accounts (id)
);
`;
