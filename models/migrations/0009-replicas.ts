/** How far replicas are behind, and which accounts have to see a change of their own that a replica may not have yet. */
export const replicas = `
-- One row, written each second while replicas are read from.
CREATE TABLE heartbeat (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  beat_at timestamptz NOT NULL
);

-- Has no foreign key: editing an account must not block what that account does.
CREATE TABLE own_changes (
  account_id integer PRIMARY KEY,
  changed_at timestamptz NOT NULL
);
`;
