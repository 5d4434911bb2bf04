/** When a session's password was last given, whether a second step was, and the session of the person who views it. */
export const confirmedSessions = `
ALTER TABLE sessions
  ADD COLUMN confirmed_at timestamptz,
  ADD COLUMN second_step boolean NOT NULL DEFAULT false,
  ADD COLUMN viewer_session_id bigint REFERENCES sessions (id) ON DELETE CASCADE;
CREATE INDEX sessions_viewer ON sessions (viewer_session_id) WHERE viewer_session_id IS NOT NULL;
`;
