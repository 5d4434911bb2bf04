/** Maintenance runs (backups, integrity checks, purges) with their figures; the health page shows the last of each. */
export const maintenance = `
CREATE TABLE upkeep (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('backup', 'doctor', 'retain')),
  began_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  figures jsonb NOT NULL
);
-- The last run of a kind.
CREATE INDEX upkeep_kind ON upkeep (kind, id);
`;
