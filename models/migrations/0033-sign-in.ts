/** Tries that are being judged, the limits of asking for a new password, and an audit that only grows. */
export const signIn = `
ALTER TABLE sign_in_failures
  ADD COLUMN act text NOT NULL DEFAULT 'sign-in' CHECK (act IN ('sign-in', 'forgot', 'reset')),
  -- False while the try is in flight; it counts towards the limits from its beginning.
  ADD COLUMN judged boolean NOT NULL DEFAULT true;

-- The audit is append-only, as the ledger is. The one exception is the purge of old rows by age, which says so for its own
-- transaction alone: SELECT set_config('audit.purging', 'on', true). It may then delete and blank rows, but not truncate.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'TRUNCATE' AND current_setting('audit.purging', true) = 'on' THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  RAISE EXCEPTION 'The audit is append-only.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_never_emptied BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
`;
