import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables whose rows are changed in place: they lose none either. */
const BALANCES = ['balances', 'service_balances'];

/** Closes gaps in what guards the books: parts of tables could be emptied by their owner, and balances be deleted. */
export class LedgerGuards1763700001021 implements MigrationInterface {
  name = 'LedgerGuards1763700001021';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of await this.parts(runner)) {
      await runner.query(
        `CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()`,
      );
    }
    for (const table of BALANCES) {
      await runner.query(`
        CREATE TRIGGER no_delete BEFORE DELETE ON ledger.${table} FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
        CREATE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.${table} FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of BALANCES) {
      await runner.query(
        `DROP TRIGGER no_delete ON ledger.${table}; DROP TRIGGER no_truncate ON ledger.${table}`,
      );
    }
    for (const table of await this.parts(runner)) await runner.query(`DROP TRIGGER no_truncate ON ${table}`);
  }

  /** A trigger on TRUNCATE of a partitioned table does not guard its parts. */
  private async parts(runner: QueryRunner): Promise<string[]> {
    const rows = (await runner.query(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
        WHERE inhparent IN ('ledger.journals'::regclass, 'ledger.legs'::regclass) AND c.relkind = 'r' ORDER BY 1`,
    )) as { name: string }[];
    return rows.map(({ name }) => name);
  }
}
