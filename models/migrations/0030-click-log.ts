/**
 * How far the segments of the servers' click logs have been loaded. A position changes in the transaction that stores what
 * is before it. The rows outlive their segments for a while, for a copy of one that turns up again.
 */
export const clickLog = `
CREATE TABLE log_positions (
  segment text PRIMARY KEY,
  -- The clicks before this byte are stored.
  loaded bigint NOT NULL,
  -- The postbacks before this byte are decided.
  decided bigint NOT NULL,
  moved_at timestamptz NOT NULL
) WITH (fillfactor = 20);
`;
