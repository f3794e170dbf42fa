import { ActionPreviewsService } from '../../../libs/backoffice/src/approvals/action-previews.service';
import { outcomeOf } from '../../support/http-client';
import { HeldLock } from '../../support/held-lock';
import type { TestStaff } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { setLiveNairaRate } from '../../support/rates';
import { ApprovalsDesk } from './approvals-desk';

let platform: Platform;
let desk: ApprovalsDesk;
let maker: TestStaff;
let approvers: TestStaff[];

beforeAll(async () => {
  platform = await startPlatform({
    apps: ['business'],
    secondBusiness: true,
    env: { RATE_LIMITS: 'false' },
  });
  desk = new ApprovalsDesk(platform);
  maker = await platform.staff('finance');
  approvers = await Promise.all(Array.from({ length: 4 }, () => platform.staff('finance')));
  await setLiveNairaRate(platform, 'USD', '1500');
});

afterAll(() => platform?.proveAndStop());

const executed = (journal: string) =>
  platform.sql(`SELECT 1 FROM ledger.journals WHERE type = 'reversal' AND related_id = $1`, [journal]);

it('carries an action out once, however many approve it at once on two hosts', async () => {
  const hosts = [undefined, await platform.secondBusinessUrl()];
  for (let round = 0; round < 3; round++) {
    const { id, user, journal } = await desk.held(maker);
    const digest = await desk.digest(approvers[0]!, id);
    const answers = await Promise.all(
      approvers.map((approver, i) => desk.approve(approver, id, digest, {}, hosts[i % 2])),
    );
    expect(answers.map(outcomeOf).sort()).toEqual(['200 OK', ...Array<string>(3).fill('409 INVALID_STATE')]);
    expect([await platform.balanceOf(user), (await executed(journal)).length]).toEqual(['0.00', 1]);
    expect(await desk.entries(journal)).toHaveLength(1);
    expect(await desk.entries(id)).toHaveLength(2);
  }
});

it('stops at the limit for one person, however many like actions are sent at once to two hosts', async () => {
  const hosts = [undefined, await platform.secondBusinessUrl()];
  const clerk = await platform.staff('finance');
  const journals: string[] = [];
  for (let i = 0; i < 8; i++) journals.push((await desk.funded('3000.00', 'USD')).journal);
  const answers = await Promise.all(
    journals.map((journal, i) => desk.reverse(clerk, journal, {}, hosts[i % 2])),
  );
  const done = answers.map(({ status }) => status).sort();
  expect(done).toEqual([...Array<number>(3).fill(200), ...Array<number>(5).fill(202)]);
  const carriedOut = await Promise.all(journals.map(async (journal) => (await executed(journal)).length));
  expect(carriedOut.filter(Boolean)).toHaveLength(3);
});

it('is approved, refused or withdrawn, of all three at once', async () => {
  for (let round = 0; round < 3; round++) {
    const { id, journal } = await desk.held(maker);
    const [one, other] = [approvers[0]!, approvers[1]!];
    const digest = await desk.digest(one, id);
    const answers = await Promise.all([
      desk.approve(one, id, digest),
      desk.decide('refuse', other, id),
      desk.decide('withdraw', maker, id),
    ]);
    expect(answers.map(outcomeOf).sort()).toEqual(['200 OK', '409 INVALID_STATE', '409 INVALID_STATE']);
    expect(await executed(journal)).toHaveLength(answers[0].status === 200 ? 1 : 0);
    expect(await desk.entries(id)).toHaveLength(2);
  }
});

it('commits the action, the approval and both audit entries together, or nothing when killed half way', async () => {
  const { id, user, journal } = await desk.held(maker);
  const approver = approvers[0]!;
  const digest = await desk.digest(approver, id);
  // The answer of the key is the last row that the commit writes.
  const lock = await HeldLock.take(
    platform.config.env.DATABASE_URL,
    'LOCK TABLE idempotency_keys IN SHARE MODE',
  );
  const killed = desk.approve(approver, id, digest, { idempotencyKey: 'killed' });
  await lock.awaited();
  for (const { pid } of await lock.waiting()) await platform.sql('SELECT pg_terminate_backend($1)', [pid]);
  expect((await killed).status).toBeGreaterThanOrEqual(500);
  await lock.release();
  expect([await platform.balanceOf(user), await executed(journal)]).toEqual(['20000000.00', []]);
  expect(await desk.entries(journal)).toEqual([]);
  expect(await desk.entries(id)).toHaveLength(1);
  expect((await desk.show(approver, id)).body).toMatchObject({ status: 'awaiting_approval', digest });

  expect((await desk.approve(approver, id, digest, { idempotencyKey: 'killed' })).status).toBe(200);
  expect([await platform.balanceOf(user), (await executed(journal)).length]).toEqual(['0.00', 1]);
  expect([await desk.entries(journal), await desk.entries(id)]).toMatchObject([{ length: 1 }, { length: 2 }]);
});

it('fails or is carried out where the money is spent at the same time, and never both', async () => {
  const { user: recipient } = await desk.funded('1.00');
  for (let round = 0; round < 3; round++) {
    const { id, user, journal } = await desk.held(maker);
    const digest = await desk.digest(approvers[0]!, id);
    const spend = { recipient: recipient.usertag, amount: 1_000_000, pin: user.pin };
    const [approved, spent] = await Promise.all([
      desk.approve(approvers[0]!, id, digest),
      platform.post('business', 'wallet.php?action=transfer', spend, { token: user.token }),
    ]);
    expect(['200', '400', '409']).toContain(String(approved.status));
    expect([approved.status === 200, spent.status === 200].filter(Boolean)).toHaveLength(1);
    expect(await executed(journal)).toHaveLength(approved.status === 200 ? 1 : 0);
    const { status } = (await desk.show(maker, id)).body;
    expect(['executed', 'failed', 'awaiting_approval']).toContain(status);
    expect(status === 'executed').toBe(approved.status === 200);
  }
});

it('is not carried out where its object changes after it was compared with its rule', async () => {
  const { user } = await desk.funded('1.00');
  const compliance = await platform.staff('compliance');
  const ask = (action: string, reason: string) =>
    platform.post(
      'business',
      `admin.php?section=users&action=${action}`,
      { user_id: user.id, reason },
      { token: compliance.token },
    );
  expect((await ask('freeze', 'Reported by a customer')).status).toBe(200);
  const previews = platform.inside('business', ActionPreviewsService);
  const judge = previews.judge.bind(previews);
  const marked = jest.spyOn(previews, 'judge').mockImplementationOnce(async (...given) => {
    await platform.sql(`UPDATE users SET frozen_reason = 'AML', version = version + 1 WHERE id = $1`, [
      user.id,
    ]);
    return judge(...given);
  });
  expect(outcomeOf(await ask('unfreeze', 'A mistake'))).toBe('409 CONFLICT');
  marked.mockRestore();
  const [row] = await platform.sql('SELECT frozen_reason AS reason FROM users WHERE id = $1', [user.id]);
  expect(row).toEqual({ reason: 'AML' });
  expect((await ask('unfreeze', 'A mistake')).status).toBe(202);
});

it('limits how many actions of one member of staff await approval', async () => {
  const clerk = await platform.staff('finance');
  const { journal } = await desk.funded('20000000.00');
  await platform.sql(
    `INSERT INTO held_actions (id, action, body, maker_id, maker_session_id, address, request_id, status, made_at,
                               expires_at, version)
     SELECT gen_random_uuid(), 'ledger.reverse', '{}', $1, $1, '10.0.0.1', 'r', 'awaiting_approval', $2,
            $2::timestamptz + interval '1 hour', 1 FROM generate_series(1, 199)`,
    [clerk.id, platform.clock.now()],
  );
  const answers = await Promise.all([desk.reverse(clerk, journal), desk.reverse(clerk, journal)]);
  expect(answers.map(outcomeOf).sort()).toEqual(['202 OK', '400 LIMIT_REACHED']);
});
