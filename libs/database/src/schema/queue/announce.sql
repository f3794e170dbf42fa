CREATE FUNCTION announce(p_channel text, p_what text)
 RETURNS int
 LANGUAGE sql
AS $$
        SELECT pg_notify(p_channel, p_what);
        SELECT pg_backend_pid();
      $$;
COMMENT ON FUNCTION announce(p_channel text, p_what text) IS 'asked by whoever listens whether it hears: so nobody trusts a database without the triggers below';
