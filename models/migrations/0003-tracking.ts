/**
 * Clicks, events and postbacks. The large tables have the agent in their key and neither triggers nor foreign keys, so that they
 * can be distributed by agent. Months of the partitioned ones are made by models/partitions.ts.
 */
export const tracking = `
-- Class: 0 ok, 1 suspended, 2 blacklisted, 3 bot, 4 prefetch, 5 rate.
CREATE TABLE clicks (
  id uuid NOT NULL,
  clicked_at timestamptz NOT NULL,
  agent_id integer NOT NULL,
  company_id integer NOT NULL,
  site_id integer NOT NULL,
  type_id integer NOT NULL,
  class smallint NOT NULL CHECK (class BETWEEN 0 AND 5),
  reason text,
  is_unique boolean NOT NULL,
  flags smallint NOT NULL,
  geo text NOT NULL,
  ip inet,
  ua_id bigint,
  referer text,
  subs jsonb,
  PRIMARY KEY (agent_id, clicked_at, id)
) PARTITION BY RANGE (clicked_at);
-- The click log by time, and the clicks of an address.
CREATE INDEX clicks_time ON clicks (clicked_at);
CREATE INDEX clicks_ip ON clicks (ip);
CREATE TABLE clicks_default PARTITION OF clicks DEFAULT;

-- Visitors (hashed with the type) whom an agent has had on a New York day.
CREATE TABLE click_uniques (
  agent_id integer NOT NULL,
  day date NOT NULL,
  h bigint NOT NULL,
  PRIMARY KEY (agent_id, day, h)
) PARTITION BY RANGE (day);
CREATE TABLE click_uniques_default PARTITION OF click_uniques DEFAULT;

CREATE TABLE user_agents (
  id bigint PRIMARY KEY,
  text text NOT NULL
);

-- Event: 0 sale, 1 bonus, 2 click. Sign: -1 for a reversal.
CREATE SEQUENCE sale_event_ids;
CREATE TABLE sale_events (
  id bigint NOT NULL DEFAULT nextval('sale_event_ids'),
  occurred_at timestamptz NOT NULL,
  day date NOT NULL,
  received_at timestamptz NOT NULL,
  agent_id integer NOT NULL,
  company_id integer NOT NULL,
  site_id integer NOT NULL,
  type_id integer NOT NULL,
  flags smallint NOT NULL,
  event smallint NOT NULL CHECK (event IN (0, 1, 2)),
  sign smallint NOT NULL CHECK (sign IN (-1, 1)),
  lpp integer NOT NULL,
  earning numeric(12,2) NOT NULL CHECK (earning <> 'NaN'),
  payout numeric(12,2) NOT NULL CHECK (payout <> 'NaN'),
  price_source text NOT NULL CHECK (price_source IN ('office', 'geo', 'default', 'none')),
  price_id integer,
  click_id uuid NOT NULL,
  geo text NOT NULL,
  txid text,
  email text,
  referer text,
  amount text,
  currency text,
  reverses bigint,
  reason text,
  stolen_card boolean NOT NULL DEFAULT false,
  resolved_at timestamptz,
  resolved_by integer,
  PRIMARY KEY (agent_id, occurred_at, id)
);
-- The log of sales by time, all of them and those of an office.
CREATE INDEX sale_events_time ON sale_events (occurred_at, id);
CREATE INDEX sale_events_company ON sale_events (company_id, occurred_at, id);
-- Half-months: pay periods, and checks of the roll-ups.
CREATE INDEX sale_events_day ON sale_events (day);
-- Looking up an event by its id, its click and its customer's e-mail, as it is written and in any case.
CREATE INDEX sale_events_id ON sale_events (id);
CREATE INDEX sale_events_click ON sale_events (click_id);
CREATE INDEX sale_events_email ON sale_events (email) WHERE email IS NOT NULL;
CREATE INDEX sale_events_any_case ON sale_events (lower(email)) WHERE email IS NOT NULL;
-- The few stolen cards that nobody has dealt with yet.
CREATE INDEX sale_events_stolen ON sale_events (agent_id) WHERE stolen_card AND resolved_at IS NULL;

-- Ensures that an event happens once: the hash of the values by which a site identifies it.
CREATE TABLE postback_keys (
  key bytea PRIMARY KEY,
  agent_id integer NOT NULL,
  occurred_at timestamptz NOT NULL,
  event_id bigint NOT NULL
);

CREATE SEQUENCE postback_ids;
CREATE TABLE postbacks (
  id bigint NOT NULL DEFAULT nextval('postback_ids'),
  receipt uuid NOT NULL,
  received_at timestamptz NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('accepted', 'duplicate', 'held', 'refused', 'test')),
  reason text,
  site_id integer,
  type_id integer,
  agent_id integer,
  company_id integer,
  click_id uuid,
  event text,
  txid text,
  status text,
  ip inet,
  params jsonb NOT NULL,
  event_id bigint,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  decided_at timestamptz,
  PRIMARY KEY (received_at, id)
) PARTITION BY RANGE (received_at);
-- A spooled request that is loaded twice is stored once.
CREATE UNIQUE INDEX postbacks_receipt ON postbacks (received_at, receipt);
-- Paging and looking up by id.
CREATE INDEX postbacks_id ON postbacks (id);
-- The few pending ones: those that are due, and those that a new event completes.
CREATE INDEX postbacks_held ON postbacks (next_try_at) WHERE verdict = 'held';
CREATE INDEX postbacks_original ON postbacks (click_id) WHERE verdict = 'held';
CREATE INDEX postbacks_original_txid ON postbacks (site_id, txid) WHERE verdict = 'held';
-- The log of postbacks, narrowed to an agent.
CREATE INDEX postbacks_agent ON postbacks (agent_id, received_at);
-- The link check: requests that were not booked, by click and by customer.
CREATE INDEX postbacks_wanting_click ON postbacks (click_id) WHERE verdict IN ('held', 'refused');
CREATE INDEX postbacks_wanting_email ON postbacks ((params->>'email')) WHERE verdict IN ('held', 'refused');
-- The log of postbacks, narrowed to a click, an office and a transaction.
CREATE INDEX postbacks_click ON postbacks (click_id) WHERE click_id IS NOT NULL;
CREATE INDEX postbacks_company ON postbacks (company_id, received_at, id);
CREATE INDEX postbacks_txid ON postbacks (txid) WHERE txid IS NOT NULL;
CREATE TABLE postbacks_default PARTITION OF postbacks DEFAULT;

-- How many refused postbacks of an address are stored, in the minute that began at "since".
CREATE TABLE postback_refusals (
  address text PRIMARY KEY,
  since timestamptz NOT NULL,
  stored integer NOT NULL
);
`;
