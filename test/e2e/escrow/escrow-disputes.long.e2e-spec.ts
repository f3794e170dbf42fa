import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestStaff, TestUser } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import { Shop } from '../checkout-api/cards';
import { Escrows } from './escrows';

let platform: Platform;
let escrows: Escrows;
let ada: TestUser;
let ben: TestUser;
let stranger: TestUser;
let finance: TestStaff;

beforeAll(async () => {
  platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
  escrows = new Escrows(platform);
  [ada, ben, stranger] = await Promise.all([
    escrows.person('100000.00'),
    escrows.person('500.00'),
    escrows.person(),
  ]);
  finance = await platform.staff('finance');
});

afterAll(() => platform?.proveAndStop());

const dispute = (who: TestUser, uuid: string, fields: object = {}) =>
  escrows.call(who, 'dispute', { uuid, reason: 'It never came', ...fields });
const respond = (who: TestUser, dispute_uuid: string, fields: object = {}) =>
  escrows.call(who, 'dispute-respond', { dispute_uuid, response: 'It did come', ...fields });

async function queue(query = '', { token }: { token: string } = finance) {
  const path = `admin.php?section=escrow&action=disputes&per_page=100${query}`;
  return platform.get('business', path, { token });
}

it('a dispute is not decided by staff who paid for it without signing in', async () => {
  const merchant = await platform.merchant();
  const [clerk, other] = [await platform.staff('finance'), await platform.staff('finance')];
  const shop = new Shop(platform, 'checkout', merchant.live.secret_key);
  const { uuid } = await escrows.paidByCard(shop, {}, clerk.email);
  const key = { key: merchant.live.secret_key };
  const { body } = await escrows.call(key, 'dispute', { uuid, reason: 'No answer' });
  const own = await escrows.resolve(clerk, body.dispute.dispute_uuid, 'refund');
  expect([own.status, own.body.error_code]).toEqual([403, 'FORBIDDEN']);
  expect((await escrows.resolve(other, body.dispute.dispute_uuid, 'refund')).status).toBe(200);
});

describe('a dispute', () => {
  it.each([
    ['initiator', () => ada, () => ben],
    ['beneficiary', () => ben, () => ada],
  ])('is raised by the %s, answered by the other party, and shown to both', async (role, by, other) => {
    const { uuid } = await escrows.open(ada, ben);
    const evidence = 'https://files.example.com/photo.jpg';
    const raised = await dispute(by(), uuid, { evidence });
    expect([raised.status, raised.body]).toMatchObject([
      200,
      {
        uuid,
        status: 'disputed',
        role,
        dispute: { status: 'open', raised_by: role, evidence, response: null },
      },
    ]);
    const { dispute_uuid, raised_at, resolve_by } = raised.body.dispute;
    expect(Date.parse(resolve_by) - Date.parse(raised_at)).toBe(48 * 3_600_000);

    const own = await respond(by(), dispute_uuid);
    expect([own.status, own.body.error_code]).toEqual([403, 'FORBIDDEN']);
    const theirs = await respond(stranger, dispute_uuid);
    expect([theirs.status, theirs.body.error_code]).toEqual([404, 'NOT_FOUND']);
    const answered = await respond(other(), dispute_uuid);
    expect([answered.status, answered.body.dispute]).toMatchObject([
      ...[200, { status: 'responded', response: 'It did come', raised_by: role }],
    ]);
    const again = await respond(other(), dispute_uuid);
    expect([again.status, again.body.error_code]).toEqual([409, 'INVALID_STATE']);
    for (const who of [ada, ben])
      expect((await escrows.detail(who, uuid)).body.dispute).toEqual(answered.body.dispute);
  });

  it('blocks release, cancel and any further dispute; nothing moves', async () => {
    const { uuid } = await escrows.disputed(ada, ben);
    const before = [await escrows.money(ada), await escrows.money(ben)];
    for (const answer of [
      await escrows.call(ada, 'release', { uuid }),
      await escrows.call(ben, 'cancel', { uuid }),
      await dispute(ada, uuid),
      await dispute(ben, uuid),
    ])
      expect([answer.status, answer.body.error_code]).toEqual([409, 'INVALID_STATE']);
    expect([await escrows.money(ada), await escrows.money(ben)]).toEqual(before);
  });

  it('answers 404 to users who are no party, and for an unknown id', async () => {
    const { uuid } = await escrows.open(ada, ben);
    for (const answer of [
      await dispute(stranger, uuid),
      await dispute(ada, randomUUID()),
      await respond(ada, randomUUID()),
    ])
      expect([answer.status, answer.body.error_code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each([
    ...[
      'http://files.example.com/photo.jpg',
      'javascript:alert(1)',
      'data:text/html,<script>',
      'file:///etc/passwd',
    ],
    ...['https://user:secret@files.example.com/', ' ', 7],
  ])('takes no evidence like %p', async (evidence) => {
    const { uuid } = await escrows.open(ada, ben);
    const answer = await dispute(ada, uuid, { evidence });
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'evidence']);
  });

  it('takes no reason or response of less than three characters', async () => {
    const { uuid } = await escrows.open(ada, ben);
    const reason = await dispute(ada, uuid, { reason: 'no' });
    const { body } = await dispute(ada, uuid);
    const response = await respond(ben, body.dispute.dispute_uuid, { response: 'no' });
    expect([reason, response].map((answer) => [answer.status, answer.body.errors?.[0]?.field])).toEqual([
      [400, 'reason'],
      [400, 'response'],
    ]);
  });

  it('never has its evidence fetched', async () => {
    let visits = 0;
    const server = http.createServer((_, response) => {
      visits += 1;
      response.end();
    });
    server.on('connection', () => (visits += 1));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const { uuid } = await escrows.open(ada, ben);
      const evidence = `https://127.0.0.1:${port}/photo.jpg`;
      const raised = await dispute(ada, uuid, { evidence });
      await queue();
      await escrows.resolve(finance, raised.body.dispute.dispute_uuid, 'refund');
      await platform.runJobs();
      expect((await escrows.detail(ben, uuid)).body.dispute.evidence).toBe(evidence);
      expect(visits).toBe(0);
    } finally {
      server.close();
    }
  });
});

describe('staff', () => {
  it.each([
    ['release', 'released', {}, [0, 100_000, 1500], { beneficiary_amount: 1000, initiator_amount: 0 }],
    ['refund', 'refunded', {}, [101_500, 0, 0], { beneficiary_amount: 0, initiator_amount: 1015 }],
    [
      ...['split', 'resolved_split', { beneficiary_amount: '400.01' }, [59_999, 40_001, 1500]],
      { beneficiary_amount: 400.01, initiator_amount: 599.99 },
    ],
  ] as const)(
    '%s: pays each party its share once and writes the audit log',
    async (how, status, fields, moved, shares) => {
      const { uuid, dispute_uuid } = await escrows.disputed(ada, ben);
      const spendable = async (who: TestUser) =>
        Math.round(Number((await escrows.money(who)).split(' ')[0]) * 100);
      const before = [await spendable(ada), await spendable(ben)] as const;
      const answer = await escrows.resolve(finance, dispute_uuid, how, fields);
      expect([answer.status, answer.body]).toMatchObject([
        200,
        {
          uuid,
          status,
          dispute: { status: 'resolved', resolution: how, resolution_note: 'Both were heard', ...shares },
        },
      ]);
      expect([(await spendable(ada)) - before[0], (await spendable(ben)) - before[1]]).toEqual(
        moved.slice(0, 2),
      );
      expect(await escrows.serviceMoves(uuid)).toEqual(
        moved[2] ? { 'escrow-fees NGN': String(moved[2]) } : {},
      );
      const { body } = await escrows.detail(ben, uuid);
      expect([body.released_at !== null, body.refunded_at !== null]).toEqual([
        how === 'release',
        how === 'refund',
      ]);
      const audit = await platform.sql('SELECT * FROM audit_log WHERE subject = $1', [dispute_uuid]);
      expect(audit).toMatchObject([
        {
          staff_id: finance.id,
          action: 'escrow.resolve',
          reason: 'Both were heard',
          before: { escrow: uuid, status: 'disputed' },
          after: { status, resolution: how, currency: 'NGN' },
        },
      ]);
      const again = await escrows.resolve(finance, dispute_uuid, how, fields);
      expect([again.status, again.body.error_code]).toEqual([409, 'INVALID_STATE']);
    },
  );

  it.each([
    ['split', {}],
    ['split', { beneficiary_amount: 1000 }],
    ['split', { beneficiary_amount: 1000.01 }],
    ['split', { beneficiary_amount: 0 }],
    ['release', { beneficiary_amount: 1 }],
    ['refund', { beneficiary_amount: 1 }],
    ['keep', {}],
    ['release', { note: '' }],
  ])('cannot %s with %j', async (how, fields) => {
    const { uuid, dispute_uuid } = await escrows.disputed(ada, ben);
    const answer = await escrows.resolve(finance, dispute_uuid, how, fields);
    expect([answer.status, answer.body.error_code]).toEqual([400, 'VALIDATION_ERROR']);
    expect((await escrows.detail(ada, uuid)).body.status).toBe('disputed');
  });

  it('decide nothing in other roles, which look or do not; nor do customers and keys', async () => {
    const { dispute_uuid } = await escrows.disputed(ada, ben);
    const [support, compliance] = [await platform.staff('support'), await platform.staff('compliance')];
    expect([(await queue('', support)).status, (await queue('', compliance)).status]).toEqual([200, 403]);
    expect((await queue('', ada)).status).toBe(403);
    for (const who of [support, compliance, ada as unknown as TestStaff])
      expect((await escrows.resolve(who, dispute_uuid, 'release')).status).toBe(403);
    expect((await escrows.resolve(finance, randomUUID(), 'release')).status).toBe(404);
  });

  it('decide no dispute of their own', async () => {
    const clerk = await platform.staff('finance');
    await platform.sql('UPDATE users SET email_verified_at = now() WHERE id = $1', [clerk.id]);
    const { uuid } = await escrows.open(ada, { usertag: clerk.email });
    const { body } = await dispute(ada, uuid);
    const own = await escrows.resolve(clerk, body.dispute.dispute_uuid, 'release');
    expect([own.status, own.body.error_code]).toEqual([403, 'FORBIDDEN']);
    expect((await escrows.resolve(finance, body.dispute.dispute_uuid, 'refund')).status).toBe(200);
  });

  it('see what is undecided, the most urgent first, or by status', async () => {
    const first = await escrows.disputed(ada, ben);
    const second = await escrows.disputed(ada, ben);
    await respond(ben, second.dispute_uuid);
    const third = await escrows.disputed(ada, ben);
    await escrows.resolve(finance, third.dispute_uuid, 'refund');
    const listed = async (query = '') => {
      const { body } = await queue(query);
      const known = [first, second, third].map(({ dispute_uuid }) => dispute_uuid);
      const found = body.data.data as { dispute: { dispute_uuid: string } }[];
      return found.map(({ dispute }) => known.indexOf(dispute.dispute_uuid)).filter((index) => index >= 0);
    };
    expect([await listed(), await listed('&status=open'), await listed('&status=responded')]).toEqual([
      ...[[0, 1], [0], [1]],
    ]);
    expect([await listed('&status=resolved'), await listed('&late=true')]).toEqual([[2], []]);
    const { body } = await queue('&status=responded');
    const row = body.data.data.find((one: { uuid: string }) => one.uuid === second.uuid);
    expect(row).toMatchObject({
      status: 'disputed',
      amount: 1000,
      fee: 15,
      initiator: { usertag: ada.usertag },
      dispute: { response: 'It did come', reason: 'It never came' },
    });
  });
});
