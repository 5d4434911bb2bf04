/** Pay periods that are closed or paid (an absent one is open) and the append-only ledger. */
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

CREATE TABLE ledger (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  period_id integer NOT NULL,
  agent_id integer NOT NULL REFERENCES agents (id),
  company_id integer NOT NULL REFERENCES offices (id),
  kind text NOT NULL CHECK (kind IN ('event', 'correction', 'adjustment', 'advance', 'penalty', 'payment')),
  type_id integer REFERENCES types (id),
  basis text,
  count integer,
  php numeric(14,2) NOT NULL CHECK (php <> 'NaN'),
  usd numeric(14,2) CHECK (usd <> 'NaN'),
  agent text NOT NULL,
  office_name text NOT NULL,
  reason text,
  by_account_id integer REFERENCES accounts (id),
  at timestamptz NOT NULL DEFAULT now(),
  refers_to bigint REFERENCES ledger (id)
);
CREATE INDEX ledger_period ON ledger (period_id, agent_id, company_id);
CREATE INDEX ledger_agent ON ledger (agent_id, company_id, period_id);
CREATE INDEX ledger_office ON ledger (company_id, period_id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The ledger is append-only.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_never_emptied BEFORE TRUNCATE ON ledger FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
`;
