/** Pay periods that are closed or paid (one without a row is open) and the append-only ledger, with the rules it enforces itself. */
export const payroll = `
CREATE TABLE pay_periods (
  id integer PRIMARY KEY,
  start_day date NOT NULL UNIQUE,
  end_day date NOT NULL,
  state text NOT NULL CHECK (state IN ('closed', 'paid')),
  php_per_usd numeric(12,6) CHECK (php_per_usd > 0 AND php_per_usd <> 'NaN'),
  closed_at timestamptz NOT NULL,
  closed_by integer REFERENCES accounts (id),
  paid_at timestamptz,
  paid_by integer REFERENCES accounts (id),
  hash text NOT NULL
);

-- A closed period does not change, except from closed to paid.
CREATE FUNCTION refuse_change_of_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.state = 'closed' AND NEW.state = 'paid' AND NEW.paid_at IS NOT NULL
    AND to_jsonb(NEW) - '{state,paid_at,paid_by}'::text[] = to_jsonb(OLD) - '{state,paid_at,paid_by}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A closed pay period never changes.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER pay_periods_stay BEFORE UPDATE OR DELETE ON pay_periods
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_closed();
CREATE TRIGGER pay_periods_never_emptied BEFORE TRUNCATE ON pay_periods
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_closed();

-- each_php: pesos of one event of the line, also where reversals have made the count 0. refers_to: the line that a
-- correction corrects. settles: the paid period that a payment settles.
CREATE TABLE ledger (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  period_id integer NOT NULL,
  agent_id integer NOT NULL REFERENCES agents (id),
  company_id integer NOT NULL REFERENCES offices (id),
  kind text NOT NULL CHECK (kind IN ('event', 'correction', 'adjustment', 'advance', 'penalty', 'payment')),
  type_id integer REFERENCES types (id),
  basis text,
  count integer,
  each_php numeric(14,2) CHECK (each_php <> 'NaN'),
  php numeric(14,2) NOT NULL CHECK (php <> 'NaN'),
  usd numeric(14,2) CHECK (usd <> 'NaN'),
  agent text NOT NULL,
  office_name text NOT NULL,
  reason text,
  by_account_id integer REFERENCES accounts (id),
  at timestamptz NOT NULL DEFAULT now(),
  refers_to bigint REFERENCES ledger (id),
  settles integer,
  -- Each kind of line has what it needs.
  CONSTRAINT ledger_kinds CHECK (CASE kind
    WHEN 'event' THEN num_nulls(type_id, basis, count, each_php, usd) = 0 AND php = count * each_php
    WHEN 'correction' THEN num_nulls(type_id, basis, count) = 0
    WHEN 'payment' THEN num_nulls(settles, usd) = 0
    WHEN 'adjustment' THEN php <> 0 AND reason <> '' AND by_account_id IS NOT NULL
    ELSE php < 0 AND reason <> '' AND by_account_id IS NOT NULL END IS TRUE)
);
-- The accounts of a period; the account of an agent; the accounts of an office.
CREATE INDEX ledger_period ON ledger (period_id, agent_id, company_id);
CREATE INDEX ledger_agent ON ledger (agent_id, company_id, period_id);
CREATE INDEX ledger_office ON ledger (company_id, period_id);
-- Nothing is frozen or paid twice.
CREATE UNIQUE INDEX ledger_frozen_once ON ledger (period_id, agent_id, company_id, type_id, basis) WHERE kind = 'event';
CREATE UNIQUE INDEX ledger_paid_once ON ledger (settles, agent_id, company_id) WHERE kind = 'payment';

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The ledger is append-only.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_never_emptied BEFORE TRUNCATE ON ledger FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A closed period gets no more lines.
CREATE FUNCTION refuse_line_of_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM pay_periods WHERE id = NEW.period_id) THEN
    RAISE EXCEPTION 'The pay period is closed.' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_open_periods BEFORE INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_line_of_closed();
`;
