CREATE FUNCTION ledger.open_as_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $$
      BEGIN
        -- The lock makes a freeze or a closing at the same time come first or find this row.
        SELECT u.frozen_at IS NOT NULL AND a.code = 'available', u.closed_at IS NOT NULL
          INTO NEW.owner_frozen, NEW.owner_closed
          FROM ledger.accounts a JOIN public.users u ON u.id = a.owner_id
         WHERE a.id = NEW.account_id FOR SHARE OF u;
        NEW.owner_frozen := coalesce(NEW.owner_frozen, false);
        NEW.owner_closed := coalesce(NEW.owner_closed, false);
        RETURN NEW;
      END $$;
REVOKE ALL ON FUNCTION ledger.open_as_owner() FROM PUBLIC;
