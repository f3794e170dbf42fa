import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who calls is remembered by every process; whatever changes that is told to all of them. */
export class HeardChanges1763700001120 implements MigrationInterface {
  name = 'HeardChanges1763700001120';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION tell_of_caller() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('callers', to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END) ->> TG_ARGV[0]);
        RETURN NULL;
      END $$;
      COMMENT ON FUNCTION tell_of_caller IS 'tells every process to forget what it knows of the person whose id the column holds';

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
      CREATE TRIGGER tell_of_two_factor AFTER INSERT OR UPDATE OF enabled_at OR DELETE ON two_factors FOR EACH ROW
        EXECUTE FUNCTION tell_of_caller('id');

      CREATE PROCEDURE tell_all(p_channel text, p_what text, INOUT heard boolean DEFAULT false) LANGUAGE plpgsql AS $$
      BEGIN
        FOR attempt IN 1..10 LOOP
          -- Each time anew: one that has heard of it may hold the lock again, for what it has read since.
          PERFORM pg_notify(p_channel, p_what);
          COMMIT;
          PERFORM set_config('lock_timeout', '100ms', true);
          BEGIN
            PERFORM pg_advisory_xact_lock(hashtextextended(p_channel, 0));
            heard := true;
          EXCEPTION WHEN lock_not_available THEN
            heard := false;
          END;
          EXIT WHEN heard;
        END LOOP;
      END $$;
      COMMENT ON PROCEDURE tell_all IS
        'tells every process that something changed, and waits until none goes by what was before; false where one kept silent for a second, after which it trusts itself no more';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP PROCEDURE tell_all;
      DROP FUNCTION tell_of_caller CASCADE`);
  }
}
