/**
 * What the ledger keeps to by itself: each kind of line has what it needs, nothing is frozen or paid twice, a period that is
 * closed gets no more lines and does not change but from closed to paid.
 */
export const ledgerRules = `
ALTER TABLE ledger
  -- Pesos of one event of the line: its share, also where reversals have made the count 0.
  ADD COLUMN each_php numeric(14,2) CHECK (each_php <> 'NaN'),
  -- The paid period that a payment settles.
  ADD COLUMN settles integer,
  ADD CONSTRAINT ledger_kinds CHECK (CASE kind
    WHEN 'event' THEN num_nulls(type_id, basis, count, each_php, usd) = 0 AND php = count * each_php
    WHEN 'correction' THEN num_nulls(type_id, basis, count) = 0
    WHEN 'payment' THEN num_nulls(settles, usd) = 0
    WHEN 'adjustment' THEN php <> 0 AND reason <> '' AND by_account_id IS NOT NULL
    ELSE php < 0 AND reason <> '' AND by_account_id IS NOT NULL END IS TRUE);
CREATE UNIQUE INDEX ledger_frozen_once ON ledger (period_id, agent_id, company_id, type_id, basis) WHERE kind = 'event';
CREATE UNIQUE INDEX ledger_paid_once ON ledger (settles, agent_id, company_id) WHERE kind = 'payment';

CREATE FUNCTION refuse_line_of_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM pay_periods WHERE id = NEW.period_id) THEN
    RAISE EXCEPTION 'The pay period is closed.' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_open_periods BEFORE INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_line_of_closed();

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
`;
