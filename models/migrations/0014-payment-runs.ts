/** Payment runs with one payment for each agent, and accounts that are held back. */
export const paymentRuns = `
-- Numbered without gaps. A run is either undone or exported, never both.
CREATE TABLE payment_runs (
  id integer PRIMARY KEY,
  period_id integer NOT NULL,
  made_at timestamptz NOT NULL,
  made_by integer REFERENCES accounts (id),
  exported_at timestamptz,
  exported_by integer REFERENCES accounts (id),
  undone_at timestamptz,
  undone_by integer REFERENCES accounts (id),
  CHECK (exported_at IS NULL OR undone_at IS NULL)
);
-- A half-month is paid by one run.
CREATE UNIQUE INDEX payment_runs_once ON payment_runs (period_id) WHERE undone_at IS NULL;

-- number: position within the run, part of the reference.
CREATE TABLE payments (
  run_id integer NOT NULL REFERENCES payment_runs (id),
  agent_id integer NOT NULL REFERENCES agents (id),
  number integer NOT NULL,
  failed_at timestamptz,
  failed_by integer REFERENCES accounts (id),
  failed_reason text,
  PRIMARY KEY (run_id, agent_id),
  CHECK ((failed_at IS NULL) = (failed_reason IS NULL))
);
CREATE UNIQUE INDEX payments_number ON payments (run_id, number);

-- Agents who are not paid until they are released.
CREATE TABLE payment_holds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  agent_id integer NOT NULL REFERENCES agents (id),
  reason text NOT NULL CHECK (reason <> ''),
  held_at timestamptz NOT NULL,
  held_by integer REFERENCES accounts (id),
  released_at timestamptz,
  released_by integer REFERENCES accounts (id)
);
CREATE UNIQUE INDEX payment_holds_once ON payment_holds (agent_id) WHERE released_at IS NULL;

-- run_id: the run of a payment. A payment that refers to another one returns it to the balance.
ALTER TABLE ledger ADD COLUMN run_id integer REFERENCES payment_runs (id);
DROP INDEX ledger_paid_once;
-- Payments before there were runs.
CREATE UNIQUE INDEX ledger_paid_once ON ledger (settles, agent_id, company_id) WHERE kind = 'payment' AND run_id IS NULL;
CREATE UNIQUE INDEX ledger_paid_in_run ON ledger (run_id, agent_id, company_id) WHERE kind = 'payment' AND refers_to IS NULL;
CREATE UNIQUE INDEX ledger_returned_once ON ledger (refers_to) WHERE kind = 'payment';
-- The lines of a run.
CREATE INDEX ledger_run ON ledger (run_id) WHERE run_id IS NOT NULL;

-- A run is never deleted and only gets what happens to it later, each once.
CREATE FUNCTION refuse_change_of_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.undone_at IS NULL AND OLD.exported_at IS NULL
    AND to_jsonb(NEW) - '{exported_at,exported_by,undone_at,undone_by}'::text[]
      = to_jsonb(OLD) - '{exported_at,exported_by,undone_at,undone_by}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'An exported or undone payment run never changes.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER payment_runs_stay BEFORE UPDATE OR DELETE ON payment_runs
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_run();

CREATE FUNCTION refuse_change_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.failed_at IS NULL
    AND to_jsonb(NEW) - '{failed_at,failed_by,failed_reason}'::text[]
      = to_jsonb(OLD) - '{failed_at,failed_by,failed_reason}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A payment only changes by failing.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER payments_stay BEFORE UPDATE OR DELETE ON payments
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_payment();

-- A closed period does not change, except from closed to paid, and back once its run is undone.
CREATE OR REPLACE FUNCTION refuse_change_of_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - '{state,paid_at,paid_by}'::text[] = to_jsonb(OLD) - '{state,paid_at,paid_by}'::text[]
    AND (OLD.state = 'closed' AND NEW.state = 'paid' AND NEW.paid_at IS NOT NULL
      OR OLD.state = 'paid' AND NEW.state = 'closed' AND num_nonnulls(NEW.paid_at, NEW.paid_by) = 0
        AND EXISTS (SELECT FROM payment_runs WHERE period_id = OLD.id)
        AND NOT EXISTS (SELECT FROM payment_runs WHERE period_id = OLD.id AND undone_at IS NULL)) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A closed pay period never changes.' USING ERRCODE = 'restrict_violation';
END $$;
`;
