import type { TestMerchant } from '../../support/people';
import { type Platform, startPlatform } from '../../support/platform';
import type { Receiver } from '../../support/receiver';
import { Escrows } from './escrows';

let platform: Platform;
let escrows: Escrows;
let payer: TestMerchant;
let payee: TestMerchant;
const boxes = new Map<TestMerchant, Receiver>();

beforeAll(async () => {
  platform = await startPlatform();
  escrows = new Escrows(platform);
  [payer, payee] = [await platform.merchant(), await platform.merchant()];
  await platform.fund(payer, 'NGN', '100000.00');
  for (const who of [payer, payee]) {
    const receiver = await platform.receiver();
    boxes.set(who, receiver);
    for (const [mode, url] of [
      ['live', receiver.url],
      ['test', `${receiver.url}?test`],
    ] as const) {
      const path = 'business.php?section=webhooks&action=create';
      const body = { app_id: who[mode].app_id, url, events: ['*'] };
      expect((await platform.post('business', path, body, { token: who.token })).status).toBe(200);
    }
  }
});

afterAll(() => platform?.proveAndStop());

const openOne = () => escrows.open({ key: payer.live.secret_key }, payee);
/** What each party's app is sent of this escrow under this name. */
const sent = (uuid: string, name: string) =>
  Promise.all(
    [payer, payee].map(async (who) => {
      const { data } = await boxes
        .get(who)!
        .next(({ event, data: of }) => event === name && of.uuid === uuid);
      return data as Record<string, unknown>;
    }),
  );

it('escrow.funded and escrow.released reach the live apps of both, with the data of the contract', async () => {
  const { uuid } = await openOne();
  const shared = {
    uuid,
    amount: 1000,
    fee: 15,
    currency: 'NGN',
    initiator: payer.usertag,
    beneficiary: payee.usertag,
    checkout_session_id: null,
    is_test: false,
  };
  expect(await sent(uuid, 'escrow.funded')).toEqual(Array(2).fill({ ...shared, status: 'funded' }));
  await escrows.call({ key: payer.live.secret_key }, 'release', { uuid });
  expect(await sent(uuid, 'escrow.released')).toEqual(Array(2).fill({ ...shared, status: 'released' }));
});

it('escrow.disputed and escrow.resolved carry the dispute, and what was decided', async () => {
  const { uuid } = await openOne();
  const key = { key: payee.live.secret_key };
  const raised = await escrows.call(key, 'dispute', { uuid, reason: 'No answer', evidence: 'Parcel no. 7' });
  const { dispute_uuid, resolve_by } = raised.body.dispute as Record<string, string>;
  const dispute = { dispute_uuid, status: 'open', raised_by: 'beneficiary', reason: 'No answer' };
  expect(await sent(uuid, 'escrow.disputed')).toMatchObject(
    Array(2).fill({ status: 'disputed', dispute: { ...dispute, evidence: 'Parcel no. 7', resolve_by } }),
  );
  await escrows.resolve(await platform.staff('finance'), dispute_uuid!, 'split', { beneficiary_amount: 400 });
  expect(await sent(uuid, 'escrow.resolved')).toMatchObject(
    Array(2).fill({
      status: 'resolved_split',
      resolution: 'split',
      beneficiary_amount: 400,
      initiator_amount: 600,
    }),
  );
});

it('escrow events are numbered as one story per app, in the order in which they happened', async () => {
  const { uuid } = await openOne();
  await escrows.call({ key: payer.live.secret_key }, 'dispute', { uuid, reason: 'It never came' });
  await sent(uuid, 'escrow.disputed');
  const rows = await platform.sql<{ event: string; object_sequence: string }>(
    `SELECT event, object_sequence FROM app_events WHERE object_id = $1 AND app_id = $2 ORDER BY sequence`,
    [uuid, payee.live.app_id],
  );
  expect(rows).toEqual([
    { event: 'escrow.funded', object_sequence: '1' },
    { event: 'escrow.disputed', object_sequence: '2' },
  ]);
  const ofTest = await platform.sql('SELECT 1 FROM app_events WHERE app_id = ANY ($1)', [
    [payer.test.app_id, payee.test.app_id],
  ]);
  expect(ofTest).toEqual([]);
});
