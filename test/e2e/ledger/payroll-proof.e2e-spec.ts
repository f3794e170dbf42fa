import { LedgerVerification } from '@app/ledger';
import { type Platform, startPlatform } from '../../support/platform';
import { RunningProof } from '../../../libs/ledger/src/proofs/running-proof';
import { Payrolls } from '../business/payrolls';

const TABLES = ['payroll_batches', 'payroll_items'];

/** What a superuser changes about a payroll behind its guards is found, and the batch is named. */
describe('the books against payrolls that were changed', () => {
  let platform: Platform;
  let batch: string;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    const payrolls = new Payrolls(platform);
    const employer = await payrolls.person('100.00');
    const rows = (await payrolls.people(3)).map(({ usertag }) => ({ recipient: usertag, amount: 10 }));
    batch = (await payrolls.create(employer, rows)).body.batch_id as string;
    for (const table of TABLES) await platform.sql(`CREATE TABLE kept_${table} AS TABLE ${table}`);
    await platform.sealJournals();
  });
  afterEach(async () => {
    for (const table of TABLES)
      await platform.sql(`TRUNCATE ${table}; INSERT INTO ${table} TABLE kept_${table}`);
    await platform.verifyBooks();
  });
  afterAll(() => platform?.stop());

  it('the apps may neither change nor delete one', async () => {
    for (const table of TABLES) {
      for (const sql of [`UPDATE ${table} SET version = version`, `DELETE FROM ${table}`]) {
        await platform.sql('SET ROLE payments_app');
        await expect(platform.sql(sql)).rejects.toMatchObject({ code: '42501' });
        await platform.sql('RESET ROLE');
      }
    }
  });

  it.each([
    ['another total', 'UPDATE payroll_batches SET total_minor = 2999', 'is 2999 for 3, booked 3000 for 3'],
    ['a row less', 'DELETE FROM payroll_items WHERE row_number = 2', 'is 3000 for 3, booked 2000 for 2'],
    [
      'another amount in a row',
      'UPDATE payroll_items SET amount_minor = 1 WHERE row_number = 3',
      'is 3000 for 3, booked 2000 for 2',
    ],
    [
      'a row of another transaction',
      'UPDATE payroll_items SET id = gen_random_uuid() WHERE row_number = 1',
      'is 3000 for 3, booked 2000 for 2',
    ],
    ['no batch', 'DELETE FROM payroll_batches', 'has bookings and does not exist'],
  ])('%s', async (_, sql, detail) => {
    await platform.sql(sql);
    const name = 'each payroll is what its rows were booked as';
    const { faults } = await platform.inside('scheduler', LedgerVerification).verify();
    expect(faults).toMatchObject([{ check: name, row: `payroll ${batch}`, detail }]);
    const found: string[] = [];
    await platform
      .inside('scheduler', RunningProof)
      .run((fault) => void found.push(`${fault.check}: ${fault.row}`));
    expect(found).toContain(`${name}: payroll ${batch}`);
  });
});
