/** The hash of each finished day of the audit, chained: each covers the one before. Append-only, as the audit is. */
export const auditSeals = `
CREATE TABLE audit_seals (
  number integer PRIMARY KEY,
  day date NOT NULL UNIQUE,
  after_id bigint NOT NULL,
  to_id bigint NOT NULL,
  rows integer NOT NULL,
  last_hash text,
  hash text NOT NULL,
  sealed_at timestamptz NOT NULL
);

CREATE FUNCTION refuse_seal_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The seals of the audit are append-only.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE ON audit_seals
  FOR EACH ROW EXECUTE FUNCTION refuse_seal_change();
CREATE TRIGGER audit_seals_never_emptied BEFORE TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_seal_change();
`;
