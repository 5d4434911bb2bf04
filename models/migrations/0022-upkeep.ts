/** What is run by the clock to keep the product sound, each when it is done: the page of health tells the last of each. */
export const upkeep = `
CREATE TABLE upkeep (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('backup', 'doctor', 'retain')),
  began_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  figures jsonb NOT NULL
);
CREATE INDEX upkeep_kind ON upkeep (kind, id);
`;
