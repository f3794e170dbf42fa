import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a reading of the posting function with an attacker's eyes found wanting: old text and new. */
const AMENDMENTS: [string, string][] = [
  [
    // Subscripts count from an array's own lower bound, rows of unnest from one: the two must be the same.
    'outcomes := array_fill(0::smallint, ARRAY[unit_count]);',
    `outcomes := array_fill(0::smallint, ARRAY[unit_count]);
  IF 1 <> ANY (ARRAY[
    array_lower(u_key, 1), array_lower(u_status, 1), array_lower(u_balance_leg, 1), array_lower(a_id, 1),
    array_lower(j_unit, 1), array_lower(j_id, 1), array_lower(j_type, 1), array_lower(j_event, 1), array_lower(j_currency, 1),
    array_lower(j_amount, 1), array_lower(j_fee, 1), array_lower(j_reference, 1), array_lower(j_description, 1),
    array_lower(j_related_type, 1), array_lower(j_related_id, 1), array_lower(j_metadata, 1),
    array_lower(l_unit, 1), array_lower(l_journal, 1), array_lower(l_account, 1), array_lower(l_amount, 1)
  ]) THEN
    RAISE EXCEPTION 'arrays begin at one' USING ERRCODE = 'check_violation';
  END IF;`,
  ],
  [
    // Whoever is frozen is told so, whatever else is wrong.
    'IF bal[a] < 0 THEN refusal := 1; ELSIF frozen_flags[a] THEN refusal := 4; END IF;',
    'IF frozen_flags[a] THEN refusal := 4; ELSIF bal[a] < 0 THEN refusal := 1; END IF;',
  ],
];

/** Tables whose rows are changed in place: they lose none either. */
const BALANCES = ['balances', 'service_balances'];

/** Closes gaps in what guards the books: parts of tables could be emptied by their owner, and balances be deleted. */
export class LedgerGuards1763700001021 implements MigrationInterface {
  name = 'LedgerGuards1763700001021';

  async up(runner: QueryRunner): Promise<void> {
    await amend(runner, AMENDMENTS);
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
    await amend(
      runner,
      AMENDMENTS.map(([before, after]) => [after, before]),
    );
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

/** Puts other text into the posting function as it stands; keeps its owner and who may call it. */
async function amend(runner: QueryRunner, amendments: [string, string][]): Promise<void> {
  const rows = (await runner.query(`SELECT pg_get_functiondef('ledger.commit_units'::regproc) AS text`)) as {
    text: string;
  }[];
  const amended = amendments.reduce((text, [before, after]) => {
    if (!text.includes(before)) throw new Error(`ledger.commit_units does not say: ${before}`);
    return text.replace(before, () => after);
  }, rows[0]!.text);
  await runner.query(amended);
}
