CREATE TABLE fx_checkout_rates (
  id uuid NOT NULL,
  base character(3) NOT NULL,
  quote character(3) NOT NULL,
  rate numeric NOT NULL,
  valid_from timestamptz NOT NULL,
  set_by uuid NOT NULL,
  seq bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (id),
  CONSTRAINT fx_checkout_rates_positive CHECK (rate > 0::numeric AND rate < '1000000000000000000'::numeric AND scale(rate) <= 18),
  CONSTRAINT fx_checkout_rates_pair CHECK (base <> quote)
);
CREATE INDEX fx_checkout_rates_in_force ON fx_checkout_rates (base, quote, valid_from DESC);
REVOKE UPDATE, DELETE ON fx_checkout_rates FROM payments_app;

CREATE TABLE fx_held_rates (
  id uuid NOT NULL,
  base character(3) NOT NULL,
  quote character(3) NOT NULL,
  rate numeric NOT NULL,
  in_force numeric NOT NULL,
  source text NOT NULL,
  as_of timestamptz NOT NULL,
  valid_until timestamptz NOT NULL,
  fetched_at timestamptz NOT NULL,
  ended_at timestamptz,
  outcome text,
  PRIMARY KEY (id),
  CONSTRAINT fx_held_rates_base CHECK (base = 'USD'),
  CONSTRAINT fx_held_rates_positive CHECK (rate > 0::numeric AND rate < '1000000000000000000'::numeric AND scale(rate) <= 18),
  CONSTRAINT fx_held_rates_outcome CHECK (outcome IN ('accepted', 'replaced', 'withdrawn')),
  CONSTRAINT fx_held_rates_ended CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
COMMENT ON COLUMN fx_held_rates.in_force IS 'the live rate that it is too far from';
COMMENT ON COLUMN fx_held_rates.outcome IS 'withdrawn: a later rate was served';
CREATE UNIQUE INDEX fx_held_rates_open ON fx_held_rates (quote) WHERE (ended_at IS NULL);
REVOKE UPDATE, DELETE ON fx_held_rates FROM payments_app;
GRANT UPDATE (ended_at, outcome) ON fx_held_rates TO payments_app;

CREATE TABLE fx_rate_drifts (
  id uuid NOT NULL,
  base character(3) NOT NULL,
  quote character(3) NOT NULL,
  rate numeric NOT NULL,
  live numeric NOT NULL,
  found_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (id)
);
COMMENT ON COLUMN fx_rate_drifts.rate IS 'what staff had set when it was found, units of quote for one of base';
COMMENT ON COLUMN fx_rate_drifts.live IS 'the live rate at that time';
CREATE UNIQUE INDEX fx_rate_drifts_open ON fx_rate_drifts (base, quote) WHERE (ended_at IS NULL);

CREATE TABLE fx_rates (
  base character(3) NOT NULL,
  quote character(3) NOT NULL,
  rate numeric NOT NULL,
  source text NOT NULL,
  as_of timestamptz NOT NULL,
  fetched_at timestamptz NOT NULL,
  valid_until timestamptz,
  PRIMARY KEY (quote, fetched_at),
  CONSTRAINT fx_rates_base CHECK (base = 'USD'),
  CONSTRAINT fx_rates_positive CHECK (rate > 0::numeric AND rate < '1000000000000000000'::numeric AND scale(rate) <= 18),
  CONSTRAINT fx_rates_past CHECK (as_of <= fetched_at)
);
COMMENT ON COLUMN fx_rates.rate IS 'units of quote for one of base';
COMMENT ON COLUMN fx_rates.as_of IS 'when the source stood by the rate; its age is counted from here';
COMMENT ON COLUMN fx_rates.valid_until IS 'null: two hours after as_of';
CREATE INDEX fx_rates_newest ON fx_rates (quote, as_of DESC, fetched_at DESC);
REVOKE UPDATE, DELETE ON fx_rates FROM payments_app;

CREATE TABLE fx_spreads (
  id uuid NOT NULL,
  base character(3) NOT NULL,
  quote character(3) NOT NULL,
  basis_points int NOT NULL,
  set_by uuid NOT NULL,
  set_at timestamptz NOT NULL,
  seq bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (id),
  CONSTRAINT fx_spreads_bounds CHECK (basis_points >= 0 AND basis_points <= 1000),
  CONSTRAINT fx_spreads_pair CHECK (base < quote)
);
COMMENT ON COLUMN fx_spreads.base IS 'the first of the two by alphabet: a spread applies in both directions';
CREATE INDEX fx_spreads_in_force ON fx_spreads (base, quote, seq DESC);
REVOKE UPDATE, DELETE ON fx_spreads FROM payments_app;
