import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['sessions', 'users', 'two_factors'];

/** Who calls is remembered by every process; whatever changes that is told to all of them. */
export class HeardChanges1763700001120 implements MigrationInterface {
  name = 'HeardChanges1763700001120';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION announce(p_channel text, p_what text) RETURNS int LANGUAGE sql AS $$
        SELECT pg_notify(p_channel, p_what);
        SELECT pg_backend_pid();
      $$;
      COMMENT ON FUNCTION announce IS 'asked by whoever listens whether it hears: so nobody trusts a database without the triggers below';

      CREATE FUNCTION tell_of_caller() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('callers', to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END) ->> TG_ARGV[0]);
        RETURN NULL;
      END $$;
      COMMENT ON FUNCTION tell_of_caller IS 'tells every process to forget what it knows of the person whose id the column holds';

      CREATE FUNCTION tell_of_all_callers() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('callers', '');
        RETURN NULL;
      END $$;

      CREATE TRIGGER tell_of_end AFTER UPDATE OF ended_at, expires_at ON sessions FOR EACH ROW
        WHEN (NEW.ended_at IS DISTINCT FROM OLD.ended_at OR NEW.expires_at < OLD.expires_at)
        EXECUTE FUNCTION tell_of_caller('user_id');
      CREATE TRIGGER tell_of_removal AFTER DELETE ON sessions FOR EACH ROW
        WHEN (OLD.ended_at IS NULL AND OLD.expires_at > now())
        EXECUTE FUNCTION tell_of_caller('user_id');
      CREATE TRIGGER tell_of_standing AFTER UPDATE OF account_type, staff_role, frozen_at ON users FOR EACH ROW
        WHEN ((NEW.account_type, NEW.staff_role, NEW.frozen_at)
          IS DISTINCT FROM (OLD.account_type, OLD.staff_role, OLD.frozen_at))
        EXECUTE FUNCTION tell_of_caller('id');
      CREATE TRIGGER tell_of_removal AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION tell_of_caller('id');
      CREATE TRIGGER tell_of_two_factor AFTER UPDATE OF enabled_at ON two_factors FOR EACH ROW
        WHEN (NEW.enabled_at IS DISTINCT FROM OLD.enabled_at) EXECUTE FUNCTION tell_of_caller('id');
      CREATE TRIGGER tell_of_presence AFTER INSERT OR DELETE ON two_factors FOR EACH ROW
        EXECUTE FUNCTION tell_of_caller('id');
      ${TABLES.map(
        (table) =>
          `CREATE TRIGGER tell_of_truncation AFTER TRUNCATE ON ${table} EXECUTE FUNCTION tell_of_all_callers();`,
      ).join('\n')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION announce;
      DROP FUNCTION tell_of_caller, tell_of_all_callers CASCADE`);
  }
}
