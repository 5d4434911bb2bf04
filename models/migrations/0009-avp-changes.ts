/** Who changed the tiers of AVP sites, when, from which half-month on, and what they were and are. */
export const avpChanges = `
CREATE TABLE avp_changes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  valid_from date NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  at timestamptz NOT NULL,
  by_account_id integer REFERENCES accounts (id)
);
`;
