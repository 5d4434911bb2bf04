/**
 * Finding a text in the parameters of the common log, and the changes of its rows. A server that has no trigrams goes
 * without the index: its search looks at the newest rows and says how far it came.
 */
export const logSearch = `
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN undefined_file OR feature_not_supported OR insufficient_privilege THEN
  RAISE NOTICE 'pg_trgm is not to be had';
END $$;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX common_log_post_params ON common_log USING gin ((post_params::text) gin_trgm_ops);
  END IF;
END $$;
`;
