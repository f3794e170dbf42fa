import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When administrators were last alerted of a member of staff who viewed the records of many people. */
export class PeopleViewed1763700001890 implements MigrationInterface {
  name = 'PeopleViewed1763700001890';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE people_viewed_alerts (
        staff_id uuid PRIMARY KEY,
        alerted_at timestamptz NOT NULL
      );
      COMMENT ON TABLE people_viewed_alerts IS 'When administrators were last alerted of a member of staff who viewed the records of many people';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE people_viewed_alerts');
  }
}
