/** Payout details with their history and a time from which they are used; payment runs with their own destinations. */
export const payoutDestinations = `
-- A change adds a row. Of an account, the newest row that is in use by then and not withdrawn is the one that is paid to.
ALTER TABLE payout_details DROP CONSTRAINT payout_details_pkey;
ALTER TABLE payout_details
  ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Of the account: every change and confirmation adds one.
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN used_from timestamptz,
  ADD COLUMN confirmed_at timestamptz,
  ADD COLUMN confirmed_by integer REFERENCES accounts (id),
  -- Another change came before this one was used, so it never is.
  ADD COLUMN withdrawn_at timestamptz;
UPDATE payout_details SET used_from = changed_at;
ALTER TABLE payout_details ALTER COLUMN used_from SET NOT NULL;
-- The details of an account, newest first.
CREATE INDEX payout_details_account ON payout_details (account_id, id);

-- Former details stay as they were. They are sealed again for another key, and deleted with their account.
CREATE FUNCTION refuse_change_of_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - '{sealed,version,used_from,confirmed_at,confirmed_by,withdrawn_at}'::text[]
    = to_jsonb(OLD) - '{sealed,version,used_from,confirmed_at,confirmed_by,withdrawn_at}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Payout details never change: a change adds a row.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER payout_details_stay BEFORE UPDATE ON payout_details
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_payout();

-- destinations_kept: its payments have the destinations with which it was made. False for runs of earlier releases.
ALTER TABLE payment_runs
  ADD COLUMN destinations_kept boolean NOT NULL DEFAULT false,
  ADD COLUMN released_at timestamptz,
  ADD COLUMN released_by integer REFERENCES accounts (id);

-- The destination when the run was made: all NULL without one. payout_sealed is also NULL once its owner is deleted.
ALTER TABLE payments
  ADD COLUMN payout_method text CHECK (payout_method IN ('bank', 'e-wallet', 'cash', 'other')),
  ADD COLUMN payout_payee text CHECK (payout_payee IN ('agent', 'office')),
  ADD COLUMN payout_sealed bytea,
  ADD COLUMN payout_changed_at timestamptz,
  ADD COLUMN payout_changed_by integer REFERENCES accounts (id),
  -- Other payees who had the same destination.
  ADD COLUMN payout_shared_with integer,
  ADD CHECK (num_nulls(payout_method, payout_payee, payout_changed_at, payout_shared_with) IN (0, 4)),
  ADD CHECK (payout_sealed IS NULL OR payout_method IS NOT NULL);

CREATE OR REPLACE FUNCTION refuse_change_of_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.undone_at IS NULL AND OLD.exported_at IS NULL
    AND (OLD.released_at IS NULL OR (NEW.released_at, NEW.released_by) = (OLD.released_at, OLD.released_by))
    AND to_jsonb(NEW) - '{exported_at,exported_by,undone_at,undone_by,released_at,released_by}'::text[]
      = to_jsonb(OLD) - '{exported_at,exported_by,undone_at,undone_by,released_at,released_by}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'An exported or undone payment run never changes.' USING ERRCODE = 'restrict_violation';
END $$;

-- A destination is never replaced. It is sealed again for another key, or erased with its owner.
CREATE OR REPLACE FUNCTION refuse_change_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.payout_sealed IS NOT NULL
    AND to_jsonb(NEW) - 'payout_sealed' = to_jsonb(OLD) - 'payout_sealed' THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.failed_at IS NULL
    AND to_jsonb(NEW) - '{failed_at,failed_by,failed_reason}'::text[]
      = to_jsonb(OLD) - '{failed_at,failed_by,failed_reason}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A payment only changes by failing.' USING ERRCODE = 'restrict_violation';
END $$;
`;
