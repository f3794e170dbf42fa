import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the apps delete unheld actions that no limit counts any more, which only the table's owner can. */
export class CountedActions1763700002240 implements MigrationInterface {
  name = 'CountedActions1763700002240';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX unheld_actions_done ON unheld_actions (done_at);
      CREATE FUNCTION purge_unheld_actions() RETURNS int
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
      AS $$
      DECLARE
        purged int;
      BEGIN
        DELETE FROM unheld_actions WHERE done_at < clock_timestamp() - interval '2 days';
        GET DIAGNOSTICS purged = ROW_COUNT;
        RETURN purged;
      END $$;
      REVOKE EXECUTE ON FUNCTION purge_unheld_actions FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION purge_unheld_actions TO payments_app;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION purge_unheld_actions; DROP INDEX unheld_actions_done');
  }
}
