import type { HttpAnswer } from '../../support/http-client';
import type { TestStaff, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Escrows } from './escrows';

const ROUNDS = 40;

let platform: Platform;
let escrows: Escrows;
let hosts: string[];
let ada: TestUser;
let ben: TestUser;
let clerks: TestStaff[];

beforeAll(async () => {
  platform = await startPlatform({ secondBusiness: true, env: { RATE_LIMITS: 'false' } });
  escrows = new Escrows(platform);
  hosts = [platform.urls.business, await platform.secondBusinessUrl()];
  [ada, ben] = await Promise.all([escrows.person('1000000.00'), escrows.person()]);
  clerks = [await platform.staff('finance'), await platform.staff('admin')];
});

afterAll(() => platform?.proveAndStop());

/** Two processes serve, by turns. */
let turn = 0;
function post({ token }: { token: string }, path: string, body: object): Promise<HttpAnswer> {
  return platform.post(hosts[turn++ % hosts.length]!, path, body, { token });
}

const escrowAction = (who: TestUser, action: string, body: object) =>
  post(who, `escrow.php?action=${action}`, { ...body, ...(action === 'release' && { pin: who.pin }) });
const resolution = (clerk: TestStaff, dispute_uuid: string, resolution: string, fields: object = {}) =>
  post(clerk, 'admin.php?section=escrow&action=resolve', {
    dispute_uuid,
    resolution,
    note: 'Heard',
    ...fields,
  });

/** What of the two wallets can be spent, in kobo. */
async function money(): Promise<[initiator: number, beneficiary: number]> {
  const [a, b] = await Promise.all([escrows.money(ada), escrows.money(ben)]);
  return [a, b].map((text) => Math.round(Number(text.split(' ')[0]) * 100)) as [number, number];
}

const inTurn = (answers: HttpAnswer[]) =>
  answers.map(({ status, body }) => `${status} ${body.error_code ?? ''}`);

it(`exactly one of release, cancel and dispute at once wins, ${ROUNDS} times over`, async () => {
  const won = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++) {
    const { uuid } = await escrows.open(ada, ben);
    const before = await money();
    const actors = [
      ['released', () => escrowAction(ada, 'release', { uuid })],
      ['released', () => escrowAction(ada, 'release', { uuid })],
      ['refunded', () => escrowAction(ben, 'cancel', { uuid })],
      ['refunded', () => escrowAction(ben, 'cancel', { uuid })],
      ['disputed', () => escrowAction(ada, 'dispute', { uuid, reason: 'It never came' })],
      ['disputed', () => escrowAction(ben, 'dispute', { uuid, reason: 'No answer' })],
    ] as const;
    const order = [...actors.slice(round % actors.length), ...actors.slice(0, round % actors.length)];
    const answers = await Promise.all(order.map(([, act]) => act()));
    const winners = order.filter((_, i) => answers[i]!.status === 200).map(([status]) => status);
    expect([winners.length, inTurn(answers.filter(({ status }) => status !== 200))]).toEqual([
      ...[1, Array(5).fill('409 INVALID_STATE')],
    ]);
    const status = winners[0]!;
    expect((await escrows.detail(ada, uuid)).body.status).toBe(status);
    const after = await money();
    expect([after[0] - before[0], after[1] - before[1]]).toEqual(
      { released: [0, 100_000], refunded: [101_500, 0], disputed: [0, 0] }[status],
    );
    won.set(status, (won.get(status) ?? 0) + 1);
  }
  expect([...won.values()].reduce((a, b) => a + b)).toBe(ROUNDS);
});

it(`exactly one of staff who decide at once wins, while parties try to, ${ROUNDS} times over`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { uuid, dispute_uuid } = await escrows.disputed(ada, ben);
    const before = await money();
    const [one, other] = clerks as [TestStaff, TestStaff];
    const staff = [
      ['released', () => resolution(one, dispute_uuid, 'release')],
      ['refunded', () => resolution(other, dispute_uuid, 'refund')],
      ['resolved_split', () => resolution(one, dispute_uuid, 'split', { beneficiary_amount: 250 })],
      ['resolved_split', () => resolution(other, dispute_uuid, 'split', { beneficiary_amount: 250 })],
    ] as const;
    const parties = [
      () => escrowAction(ada, 'release', { uuid }),
      () => escrowAction(ben, 'cancel', { uuid }),
      () => escrowAction(ada, 'dispute', { uuid, reason: 'Again' }),
    ];
    const decided = [...staff.slice(round % 4), ...staff.slice(0, round % 4)];
    const [answers, refused] = await Promise.all([
      Promise.all(decided.map(([, act]) => act())),
      Promise.all(parties.map((act) => act())),
      escrowAction(ben, 'dispute-respond', { dispute_uuid, response: 'It did come' }),
    ]);
    const winners = decided.filter((_, i) => answers[i]!.status === 200).map(([status]) => status);
    expect([winners.length, inTurn(refused)]).toEqual([1, Array(3).fill('409 INVALID_STATE')]);
    expect(inTurn(answers).filter((text) => text !== '200 ')).toEqual(Array(3).fill('409 INVALID_STATE'));
    const status = winners[0]!;
    expect((await escrows.detail(ben, uuid)).body).toMatchObject({ status, dispute: { status: 'resolved' } });
    const after = await money();
    expect([after[0] - before[0], after[1] - before[1]]).toEqual(
      { released: [0, 100_000], refunded: [101_500, 0], resolved_split: [75_000, 25_000] }[status],
    );
    const audited = await platform.sql('SELECT 1 FROM audit_log WHERE subject = $1', [dispute_uuid]);
    expect(audited).toHaveLength(1);
  }
});

it('escrows lock no more than there is, however many are created at once', async () => {
  const eve = await escrows.person('5075.00');
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => {
      const body = { beneficiary: ben.usertag, amount: 1000, description: 'Chairs', pin: eve.pin };
      return post(eve, 'escrow.php?action=create', body);
    }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(inTurn(answers.filter(({ status }) => status !== 200))).toEqual(
    Array(11).fill('400 INSUFFICIENT_FUNDS'),
  );
  expect(await escrows.money(eve)).toBe('0.00 5075.00');
});
