/** Prices that start at a later half-month, and the reason of a change. A planned price can be withdrawn until it starts. */
export const plannedPrices = `
ALTER TABLE prices
  ADD COLUMN planned boolean NOT NULL DEFAULT false,
  ADD COLUMN reason text NOT NULL DEFAULT '',
  ADD COLUMN withdrawn_at timestamptz,
  ADD COLUMN withdrawn_by integer REFERENCES accounts (id),
  ADD CHECK (planned OR withdrawn_at IS NULL);
`;
