import { Money } from '@app/kernel';
import { LedgerVerificationService } from '@app/ledger';
import { PayrollItemPaid } from '@app/payroll';
import { newId } from '../../support/books';
import { type Platform, startPlatform } from '../../support/platform';
import { GroupCommitter } from '../../../libs/write-path/src/commit/group-committer';
import { PendingWrites } from '../../../libs/write-path/src/unit-of-work/pending-writes';
import { RunningProofService } from '../../../libs/ledger/src/proofs/running-proof.service';
import { Payrolls } from '../business-api/payrolls';

const ROW = 'each payment of a payroll is a row of it';
const TOTAL = 'each payroll is what its rows were booked as';
const BOOKED = 'each payroll was booked';
const TABLES = ['payroll_batches', 'payroll_items'];

/** What a superuser changes about a payroll behind its guards is found, and the batch is named. */
describe('the books against payrolls that were changed', () => {
  let platform: Platform;
  let batch: string;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    // The scheduler would find the faults too, and freeze the wallets.
    await platform.holdJobs();
    const payrolls = new Payrolls(platform);
    const employer = await payrolls.employer('100.00');
    const rows = (await payrolls.people(3)).map(({ usertag }) => ({ recipient: usertag, amount: 10 }));
    batch = (await payrolls.create(employer, rows)).body.batch_id as string;
    for (const table of TABLES) await platform.sql(`CREATE TABLE kept_${table} AS TABLE ${table}`);
    await platform.sealJournals();
  });
  afterEach(async () => {
    if (!platform) return;
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

  const faultsOf = async () => {
    const { faults } = await platform.inside('scheduler', LedgerVerificationService).verify();
    const running = new Set<string>();
    await platform.inside('scheduler', RunningProofService).runSteps(({ check }) => void running.add(check));
    return { faults, checks: [...new Set(faults.map(({ check }) => check))], running: [...running] };
  };

  const item = (change: string, row = 1) => `UPDATE payroll_items SET ${change} WHERE row_number = ${row}`;

  it.each<[what: string, sql: string, checks: string[]]>([
    ['another total', 'UPDATE payroll_batches SET total_minor = 2999', [TOTAL]],
    ['another number of rows', 'UPDATE payroll_batches SET recipient_count = 2', [TOTAL]],
    ['a row less', 'DELETE FROM payroll_items WHERE row_number = 2', [ROW, TOTAL]],
    ['another amount in a row', item('amount_minor = 1'), [ROW, TOTAL]],
    ['another recipient in a row', item('recipient_id = gen_random_uuid()'), [ROW]],
    ['another credit in a row', item('received_minor = 1'), [ROW]],
    ['another currency in a row', item(`received_currency = 'USD'`), [ROW]],
    ['a row of another transaction', item('id = gen_random_uuid()'), [ROW, TOTAL]],
    [
      'the transactions of two rows changed over',
      `DO $$
       DECLARE one uuid := (SELECT id FROM payroll_items WHERE row_number = 1);
               two uuid := (SELECT id FROM payroll_items WHERE row_number = 2);
       BEGIN
         ${item('id = gen_random_uuid()')}; ${item('id = one', 2)}; ${item('id = two')};
       END $$`,
      [ROW],
    ],
    ['no batch', 'DELETE FROM payroll_batches', [ROW, TOTAL]],
    [
      'a batch that was never booked',
      `INSERT INTO payroll_batches SELECT owner_id, gen_random_uuid(), name, currency, total_minor, recipient_count, completed_at, version
         FROM payroll_batches`,
      [BOOKED],
    ],
  ])('%s is found', async (_, sql, expected) => {
    await platform.sql(sql);
    const { faults, checks, running } = await faultsOf();
    expect([checks.sort(), running.sort()]).toEqual([expected, expected]);
    for (const { check, row } of faults.filter(({ check }) => check === TOTAL))
      expect(`${check}: ${row}`).toBe(`${TOTAL}: payroll ${batch}`);
  });

  it('a payment that is no row of a payroll is found: a recipient paid twice', async () => {
    const [{ sender, recipient } = { sender: '', recipient: '' }] = await platform.sql<
      Record<'sender' | 'recipient', string>
    >(
      `SELECT accounts[1] AS sender, accounts[2] AS recipient FROM ledger.journals WHERE type = 'payroll' LIMIT 1`,
    );
    const [sent, party] = [new Money(1000n, 'NGN'), { ownerId: newId(), usertag: 'somebody' }];
    const event = new PayrollItemPaid(batch, newId(), 'live', {
      batchId: batch,
      batchName: null,
      row: 4,
      transactionId: newId(),
      note: null,
      sent,
      received: sent,
      sender: { ...party, accountId: sender },
      recipient: { ...party, accountId: recipient },
    });
    const pendingWrites = new PendingWrites();
    pendingWrites.journals.push({ ...event.booking(), id: event.data.transactionId, eventId: newId() });
    expect(await platform.inside('business', GroupCommitter).commit(pendingWrites)).toMatchObject({
      kind: 'committed',
    });
    await platform.sealJournals();
    const { faults, checks, running } = await faultsOf();
    expect([checks, running]).toEqual([[ROW], [ROW]]);
    expect(faults).toMatchObject([{ row: `journal ${event.data.transactionId}` }]);
    // Nothing takes a journal away: what follows is another database's.
    await platform.stop();
    platform = undefined as never;
  });
});
