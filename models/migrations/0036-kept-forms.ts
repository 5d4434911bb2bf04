/**
 * Forms that were posted after their session had ended, and what was sent with an Idempotency-Key: null for forms and
 * for keys from before this migration, which are not compared.
 */
export const keptForms = `
CREATE TABLE kept_forms (
  hash bytea PRIMARY KEY,
  account_id integer NOT NULL REFERENCES accounts (id),
  sealed bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX kept_forms_account ON kept_forms (account_id, at);

ALTER TABLE once ADD COLUMN input_hash bytea;
`;
