CREATE FUNCTION ledger.commit_units(p_now timestamptz, p_wait boolean, u_principal uuid[], u_key text[], u_operation text[], u_fingerprint bytea[], u_claim uuid[], u_status smallint[], u_body text[], u_balance_leg int[], a_id uuid[], j_unit int[], j_id uuid[], j_type text[], j_event uuid[], j_currency text[], j_amount bigint[], j_fee bigint[], j_reference text[], j_description text[], j_related_type text[], j_related_id text[], j_metadata text[], j_once text[], l_unit int[], l_journal int[], l_account int[], l_amount bigint[], l_counterparty uuid[], o_unit int[], o_id uuid[], o_aggregatetype text[], o_aggregateid text[], o_type text[], o_payload text[], o_owner uuid[], o_mode text[], o_correlation text[], d_owner uuid[] DEFAULT '{}'::uuid[], d_day text[] DEFAULT '{}'::text[], c_unit int[] DEFAULT '{}'::int[], c_day int[] DEFAULT '{}'::int[], c_cents bigint[] DEFAULT '{}'::bigint[], c_cap bigint[] DEFAULT '{}'::bigint[], OUT outcomes smallint[], OUT balances bigint[], OUT r_unit int[], OUT r_status smallint[], OUT r_body text[], OUT r_balance bigint[], OUT c_used bigint[])
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $$
DECLARE
  unit_count int := cardinality(u_status);
  leg_count int := cardinality(l_unit);
  account_count int := cardinality(a_id);
  bal bigint[]; seqs bigint[]; customer boolean[]; frozen_flags boolean[]; owner_frozen_flags boolean[];
  closed_flags boolean[];
  currencies text[]; touched boolean[];
  leg_seq bigint[] := array_fill(0::bigint, ARRAY[leg_count]);
  leg_after bigint[] := array_fill(NULL::bigint, ARRAY[leg_count]);
  busy_unit int; same_request boolean[];
  count_count int := cardinality(c_unit); used bigint[]; counted int := 1; first_count int; d int;
  refusal smallint; leg int := 1; first_leg int; undo_to int; a int;
BEGIN
  -- Subscripts count from an array's own lower bound, rows of unnest from one: the two must be the same.
  IF 1 <> ANY (ARRAY[
    array_lower(u_key, 1), array_lower(u_status, 1), array_lower(u_balance_leg, 1), array_lower(a_id, 1),
    array_lower(j_unit, 1), array_lower(j_id, 1), array_lower(j_type, 1), array_lower(j_event, 1), array_lower(j_currency, 1),
    array_lower(j_amount, 1), array_lower(j_fee, 1), array_lower(j_reference, 1), array_lower(j_description, 1),
    array_lower(j_related_type, 1), array_lower(j_related_id, 1), array_lower(j_metadata, 1),
    array_lower(l_unit, 1), array_lower(l_journal, 1), array_lower(l_account, 1), array_lower(l_amount, 1),
    array_lower(c_unit, 1), array_lower(c_day, 1), array_lower(c_cents, 1), array_lower(c_cap, 1)
  ]) THEN
    RAISE EXCEPTION 'arrays begin at one' USING ERRCODE = 'check_violation';
  END IF;
  IF NOT p_wait THEN PERFORM set_config('lock_timeout', '500ms', true); END IF;
  outcomes := array_fill(0::smallint, ARRAY[unit_count]);
  balances := array_fill(NULL::bigint, ARRAY[unit_count]);

  IF cardinality(j_id) > 0 AND 'test' = ANY (o_mode) THEN
    RAISE EXCEPTION 'test mode never reaches the ledger' USING ERRCODE = 'check_violation';
  END IF;

  -- 1. Keys: hold each, then see whether it was answered before.
  IF array_position(u_key, NULL) IS NULL OR EXISTS (SELECT 1 FROM unnest(u_key) k WHERE k IS NOT NULL) THEN
    IF p_wait THEN
      PERFORM set_config('lock_timeout', '2s', true);
      PERFORM pg_advisory_xact_lock(hashtextextended(p || k, 0))
        FROM (SELECT principal::text AS p, key AS k FROM unnest(u_principal, u_key) AS t(principal, key)
               WHERE key IS NOT NULL ORDER BY hashtextextended(principal::text || key, 0)) sorted;
      PERFORM set_config('lock_timeout', '3s', true);
    ELSE
      FOR busy_unit IN
        SELECT ord FROM unnest(u_principal, u_key) WITH ORDINALITY AS t(principal, key, ord)
         WHERE key IS NOT NULL AND NOT pg_try_advisory_xact_lock(hashtextextended(principal::text || key, 0))
      LOOP
        outcomes[busy_unit] := 5;
      END LOOP;
    END IF;

    -- OFFSET 0 keeps the planner from reading the keys by any other index than their own, however few there are.
    SELECT array_agg(t.ord), array_agg(i.status), array_agg(i.body), array_agg(i.balance_minor),
           array_agg(i.fingerprint = t.fingerprint AND i.operation = t.operation)
      INTO r_unit, r_status, r_body, r_balance, same_request
      FROM unnest(u_principal, u_key, u_fingerprint, u_operation, u_claim)
             WITH ORDINALITY AS t(principal, key, fingerprint, operation, claim, ord),
           LATERAL (SELECT * FROM idempotency_keys WHERE principal_id = t.principal AND key = t.key OFFSET 0) i
     WHERE i.created_at > p_now - interval '24 hours'
       AND NOT (i.status IS NULL AND i.claim IS NOT DISTINCT FROM t.claim AND t.claim IS NOT NULL);
    FOR i IN 1 .. coalesce(cardinality(r_unit), 0) LOOP
      outcomes[r_unit[i]] := CASE WHEN NOT same_request[i] THEN 3 WHEN r_status[i] IS NULL THEN 5 ELSE 2 END;
    END LOOP;
  END IF;

  -- 2. Balances: locked in ascending id order, whatever order the legs come in.
  SELECT array_agg(coalesce(l.balance_minor, 0) ORDER BY t.ord), array_agg(coalesce(l.seq, 0) ORDER BY t.ord),
         array_agg(l.seq IS NOT NULL ORDER BY t.ord), array_agg(coalesce(l.frozen, false) ORDER BY t.ord),
         array_agg(coalesce(l.owner_frozen, false) ORDER BY t.ord), array_agg(coalesce(l.owner_closed, false) ORDER BY t.ord),
         array_agg(coalesce(l.currency, s.currency)::text ORDER BY t.ord)
    INTO bal, seqs, customer, frozen_flags, owner_frozen_flags, closed_flags, currencies
    FROM (SELECT * FROM unnest(a_id) WITH ORDINALITY AS sorted(id, ord) ORDER BY id) t
    LEFT JOIN LATERAL (
      SELECT balance_minor, seq, frozen, owner_frozen, owner_closed, currency FROM ledger.balances WHERE account_id = t.id FOR UPDATE
    ) l ON true
    LEFT JOIN LATERAL (
      SELECT currency FROM ledger.accounts WHERE l.seq IS NULL AND id = t.id AND owner_id IS NULL OFFSET 0
    ) s ON true;
  IF array_position(currencies, NULL) IS NOT NULL THEN
    RAISE EXCEPTION 'unknown ledger account %', a_id[array_position(currencies, NULL)] USING ERRCODE = 'foreign_key_violation';
  END IF;
  touched := array_fill(false, ARRAY[account_count]);

  IF count_count > 0 THEN
    INSERT INTO ledger.outgoing_days (owner_id, day, used_minor)
    SELECT owner, day::date, 0 FROM unnest(d_owner, d_day) AS t(owner, day) ORDER BY owner, day ON CONFLICT DO NOTHING;
    SELECT array_agg(l.used_minor ORDER BY t.ord) INTO used
      FROM (SELECT * FROM unnest(d_owner, d_day) WITH ORDINALITY AS t(owner, day, ord) ORDER BY owner, day) t,
           LATERAL (
             SELECT used_minor FROM ledger.outgoing_days WHERE owner_id = t.owner AND day = t.day::date FOR UPDATE
           ) l;
    c_used := array_fill(NULL::bigint, ARRAY[unit_count]);
  END IF;

  -- 3. Decide unit by unit; a refused unit leaves no trace for the next.
  FOR u IN 1 .. unit_count LOOP
    first_leg := leg;
    undo_to := 0;
    refusal := outcomes[u];
    WHILE leg <= leg_count AND l_unit[leg] = u LOOP
      IF refusal = 0 THEN
        a := l_account[leg];
        IF customer[a] THEN
          bal[a] := bal[a] + l_amount[leg];
          seqs[a] := seqs[a] + 1;
          leg_seq[leg] := seqs[a];
          leg_after[leg] := bal[a];
          IF l_amount[leg] < 0 THEN
            -- The refusal of a frozen account precedes all others.
            IF frozen_flags[a] OR (owner_frozen_flags[a] AND j_type[l_journal[leg]] NOT IN ('reversal', 'balance_given_up')) THEN
              refusal := 4;
            ELSIF bal[a] < 0 THEN refusal := 1;
            END IF;
          ELSIF closed_flags[a] AND j_type[l_journal[leg]] <> 'reversal' THEN refusal := 7;
          END IF;
          IF refusal <> 0 THEN undo_to := leg; END IF;
        ELSE
          leg_seq[leg] := nextval('ledger.service_leg_seq');
        END IF;
      END IF;
      leg := leg + 1;
    END LOOP;
    IF counted <= count_count AND c_unit[counted] = u THEN
      first_count := counted;
      WHILE counted <= count_count AND c_unit[counted] = u LOOP
        IF refusal = 0 THEN
          d := c_day[counted];
          IF c_cents[counted] > 0 AND used[d] + c_cents[counted] > c_cap[counted] THEN
            refusal := 6;
            c_used[u] := used[d];
            undo_to := leg - 1;
            FOR undo IN first_count .. counted - 1 LOOP
              used[c_day[undo]] := used[c_day[undo]] - c_cents[undo];
            END LOOP;
          ELSE
            used[d] := used[d] + c_cents[counted];
          END IF;
        END IF;
        counted := counted + 1;
      END LOOP;
    END IF;
    IF undo_to > 0 THEN
      FOR undo IN first_leg .. undo_to LOOP
        a := l_account[undo];
        IF customer[a] THEN
          bal[a] := bal[a] - l_amount[undo];
          seqs[a] := seqs[a] - 1;
        END IF;
      END LOOP;
    END IF;
    outcomes[u] := refusal;
    IF refusal = 0 THEN
      FOR done IN first_leg .. leg - 1 LOOP
        touched[l_account[done]] := true;
      END LOOP;
      IF u_balance_leg[u] IS NOT NULL THEN balances[u] := leg_after[u_balance_leg[u]]; END IF;
    END IF;
  END LOOP;
  IF leg <= leg_count OR counted <= count_count THEN
    RAISE EXCEPTION 'legs and counts must come grouped by unit, in order' USING ERRCODE = 'check_violation';
  END IF;

  -- 4. Every journal sums to zero in each currency, or nothing happens at all.
  IF EXISTS (
    SELECT 1 FROM unnest(l_journal, l_account, l_amount) AS t(journal, account, amount)
     GROUP BY journal, currencies[account] HAVING sum(amount) <> 0
  ) OR EXISTS (
    SELECT 1 FROM unnest(l_unit, l_journal) AS t(unit, journal) WHERE j_unit[journal] IS DISTINCT FROM unit
  ) THEN
    RAISE EXCEPTION 'a journal does not sum to zero' USING ERRCODE = 'check_violation';
  END IF;

  -- 5. Write what was accepted.
  INSERT INTO ledger.journals (id, type, event_id, currency, amount_minor, fee_minor, reference, description,
                               related_type, related_id, metadata, accounts, amounts, seqs, created_at)
  SELECT j_id[l.journal], j_type[l.journal], j_event[l.journal], j_currency[l.journal], j_amount[l.journal], j_fee[l.journal],
         j_reference[l.journal], j_description[l.journal], j_related_type[l.journal], j_related_id[l.journal],
         j_metadata[l.journal]::jsonb, l.accounts, l.amounts, l.seqs, p_now
    FROM (SELECT journal, min(unit) AS unit, array_agg(a_id[account] ORDER BY o) AS accounts,
                 array_agg(amount ORDER BY o) AS amounts, array_agg(seq ORDER BY o) AS seqs
            FROM unnest(l_unit, l_journal, l_account, l_amount, leg_seq)
                   WITH ORDINALITY AS x(unit, journal, account, amount, seq, o)
           GROUP BY journal) l
   WHERE outcomes[l.unit] = 0;

  INSERT INTO ledger.legs (account_id, seq, journal_id, type, amount_minor, balance_after_minor, counterparty_id, created_at)
  SELECT a_id[l.account], l.seq, j_id[l.journal], j_type[l.journal], l.amount, l.after, l.counterparty, p_now
    FROM unnest(l_unit, l_journal, l_account, l_amount, leg_seq, leg_after, l_counterparty)
           AS l(unit, journal, account, amount, seq, after, counterparty)
   WHERE outcomes[l.unit] = 0;

  UPDATE ledger.balances b SET balance_minor = t.balance, seq = t.seq
    FROM unnest(a_id, bal, seqs, touched, customer) AS t(id, balance, seq, touched, customer)
   WHERE t.touched AND t.customer AND b.account_id = t.id;

  IF count_count > 0 THEN
    UPDATE ledger.outgoing_days o SET used_minor = t.used
      FROM unnest(d_owner, d_day, used) AS t(owner, day, used)
     WHERE o.owner_id = t.owner AND o.day = t.day::date AND o.used_minor <> t.used;
  END IF;

  INSERT INTO ledger.once (key, journal_id)
  SELECT t.key, t.id FROM unnest(j_unit, j_once, j_id) AS t(unit, key, id) WHERE t.key IS NOT NULL AND outcomes[t.unit] = 0;

  INSERT INTO outbox (id, aggregatetype, aggregateid, type, payload, owner_id, mode, correlation_id, created_at)
  SELECT o.id, o.aggregatetype, o.aggregateid, o.type, o.payload::jsonb, o.owner, o.mode, o.correlation, p_now
    FROM unnest(o_unit, o_id, o_aggregatetype, o_aggregateid, o_type, o_payload, o_owner, o_mode, o_correlation)
           AS o(unit, id, aggregatetype, aggregateid, type, payload, owner, mode, correlation)
   WHERE outcomes[o.unit] = 0;

  INSERT INTO idempotency_keys (principal_id, key, operation, fingerprint, status, body, balance_minor, created_at)
  SELECT u.principal, u.key, u.operation, u.fingerprint, u.status, u.body, balances[u.ord], p_now
    FROM unnest(u_principal, u_key, u_operation, u_fingerprint, u_status, u_body)
           WITH ORDINALITY AS u(principal, key, operation, fingerprint, status, body, ord)
   WHERE u.key IS NOT NULL AND outcomes[u.ord] = 0
  ON CONFLICT (principal_id, key) DO UPDATE
     SET operation = excluded.operation, fingerprint = excluded.fingerprint, claim = NULL, status = excluded.status,
         body = excluded.body, balance_minor = excluded.balance_minor, created_at = excluded.created_at;
END $$;
REVOKE ALL ON FUNCTION ledger.commit_units(p_now timestamptz, p_wait boolean, u_principal uuid[], u_key text[], u_operation text[], u_fingerprint bytea[], u_claim uuid[], u_status smallint[], u_body text[], u_balance_leg int[], a_id uuid[], j_unit int[], j_id uuid[], j_type text[], j_event uuid[], j_currency text[], j_amount bigint[], j_fee bigint[], j_reference text[], j_description text[], j_related_type text[], j_related_id text[], j_metadata text[], j_once text[], l_unit int[], l_journal int[], l_account int[], l_amount bigint[], l_counterparty uuid[], o_unit int[], o_id uuid[], o_aggregatetype text[], o_aggregateid text[], o_type text[], o_payload text[], o_owner uuid[], o_mode text[], o_correlation text[], d_owner uuid[], d_day text[], c_unit int[], c_day int[], c_cents bigint[], c_cap bigint[], OUT outcomes smallint[], OUT balances bigint[], OUT r_unit int[], OUT r_status smallint[], OUT r_body text[], OUT r_balance bigint[], OUT c_used bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.commit_units(p_now timestamptz, p_wait boolean, u_principal uuid[], u_key text[], u_operation text[], u_fingerprint bytea[], u_claim uuid[], u_status smallint[], u_body text[], u_balance_leg int[], a_id uuid[], j_unit int[], j_id uuid[], j_type text[], j_event uuid[], j_currency text[], j_amount bigint[], j_fee bigint[], j_reference text[], j_description text[], j_related_type text[], j_related_id text[], j_metadata text[], j_once text[], l_unit int[], l_journal int[], l_account int[], l_amount bigint[], l_counterparty uuid[], o_unit int[], o_id uuid[], o_aggregatetype text[], o_aggregateid text[], o_type text[], o_payload text[], o_owner uuid[], o_mode text[], o_correlation text[], d_owner uuid[], d_day text[], c_unit int[], c_day int[], c_cents bigint[], c_cap bigint[], OUT outcomes smallint[], OUT balances bigint[], OUT r_unit int[], OUT r_status smallint[], OUT r_body text[], OUT r_balance bigint[], OUT c_used bigint[]) TO payments_app;
