/** How far replicas are, and who has to see a change of his own that they may not have yet. */
export const replicas = `
-- One row, written each second while replicas are read from.
CREATE TABLE heartbeat (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  beat_at timestamptz NOT NULL
);

-- Refers to no account: whoever edits an account must not hold up what that account does.
CREATE TABLE own_changes (
  account_id integer PRIMARY KEY,
  changed_at timestamptz NOT NULL
);
`;
