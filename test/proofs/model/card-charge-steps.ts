import * as fc from 'fast-check';
import { CollectCardCharge } from '../../../libs/subscriptions/src/cards/flows/collect-card-charge';
import type { Platform } from '../../support/platform';
import { meets } from './ask';
import { tell } from './card-steps';
import { sendRefunds } from './escrow-steps';
import { openBill, type Subscription } from './reference-biller';
import {
  ask,
  canTakeLess,
  type CardCharge,
  collect,
  removeCard,
  type Transport,
  verdictOf,
} from './reference-cards';
import type { Service } from './service';
import { letPass, nat, pick, Step } from './step';
import { compare } from './subscription-steps';
import type { World } from './world';

const HOUR_MS = 3_600_000;

/** Faults of the simulated company, by what becomes of a request: its operation and kind. */
const FAULTS: Record<Transport, [operation: string, kind: string][]> = {
  works: [],
  'loses the answer': [
    ['charge', 'drop-connection'],
    ['verify', '503-before'],
  ],
  'never arrives': [['charge', 'drop-before']],
  'takes less': [['settle', 'amount-mismatch']],
};

interface Row {
  id: string;
  reference: string;
  status: string;
  is_applied: boolean;
  attempt: number;
  due_at: Date | null;
  sent: number;
}

/** Charges of a subscription, the first first, with the number of requests that the company has taken. */
const rowsOf = ({ platform }: Service, { id }: Subscription) =>
  platform.sql<Row>(
    `SELECT c.id, c.reference, c.status, c.is_applied, c.attempt, c.due_at,
            (SELECT count(*)::int FROM simulator.charges s WHERE s.tx_ref = c.reference) AS sent
       FROM card_charges c JOIN subscriptions s ON s.id = c.subscription_key
      WHERE s.subscription_id = $1 ORDER BY c.started_at, c.id`,
    [id],
  );

/** The company reports no charge of a saved card by itself, so that only questions and `CompanyTells` find it. */
export const holdCompanyEvents = (platform: Platform) =>
  platform.sql(`
    CREATE FUNCTION simulator.hold_event() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT 1 FROM simulator.charges WHERE id = new.charge_id AND tx_ref LIKE 'sc\\_%') THEN RETURN NULL; END IF;
        RETURN new;
      END $$;
    CREATE TRIGGER hold_event BEFORE INSERT ON simulator.events FOR EACH ROW EXECUTE FUNCTION simulator.hold_event()`);

/** Compares every charge of a saved card, of which the company has got one request at most. */
export async function compareCharges(service: Service, one: Subscription): Promise<void> {
  if (one.mode !== 'card_token') return;
  const rows = await rowsOf(service, one);
  expect(
    rows.map(({ status, is_applied, attempt, due_at, sent }) => ({
      status,
      is_applied,
      attempt,
      due_at: due_at?.getTime() ?? null,
      sent,
    })),
  ).toEqual(
    one.charges.map(({ status, isApplied, attempt, dueAt, known, wasAsked }) => ({
      status,
      is_applied: isApplied,
      attempt,
      due_at: dueAt,
      sent: known !== null || wasAsked ? 1 : 0,
    })),
  );
}

const ofCards = ({ subscriptions }: Readonly<World>) =>
  subscriptions.filter(({ mode }) => mode === 'card_token');
const charged = (world: Readonly<World>) =>
  world.subscriptions.flatMap((one) =>
    one.charges.map((charge): [Subscription, CardCharge] => [one, charge]),
  );

/** Sends and asks about all charges that are due after some hours, one after another. */
export const cardsCharged = fc
  .record({
    hours: fc.constantFrom(0, 0, 0, 1, 12, 25, 72),
    transports: fc.array(
      fc.constantFrom<Transport>(
        'works',
        'works',
        'works',
        'loses the answer',
        'never arrives',
        'takes less',
      ),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(
    (request) =>
      new Step(
        ...(['ChargeCards', request] as const),
        async (world, service) => {
          letPass(world, service, request.hours * HOUR_MS);
          let turn = 0;
          for (const one of ofCards(world)) {
            const rows = await rowsOf(service, one);
            for (const [i, charge] of one.charges.entries()) {
              if (charge.dueAt === null || charge.dueAt > world.books.now) continue;
              const transport = possible(one, charge, pick(request.transports, turn++));
              for (const [operation, kind] of FAULTS[transport]) await order(service, operation, kind);
              await service.platform.inside('scheduler', CollectCardCharge).collect(rows[i]!.id);
              collect(world, one, charge, transport);
              await service.platform.sql('DELETE FROM simulator.faults');
            }
            await sendRefunds(world, service);
            await compare(service, one);
          }
        },
        (world) => charged(world).some(([, { dueAt }]) => dueAt !== null),
      ),
  );

/** A failure that the company can have at this charge. */
function possible(one: Subscription, charge: CardCharge, transport: Transport): Transport {
  if (charge.status !== 'intended') return 'works';
  if (transport === 'takes less' && !canTakeLess(one, charge)) return 'works';
  // What waits at the bank stays there, so that its charge would be open to the end.
  return transport === 'loses the answer' && verdictOf(one) === 'asks' ? 'works' : transport;
}

/** Until the faults are deleted, because an answer is asked for more than once. */
const order = ({ platform }: Service, operation: string, kind: string) =>
  platform.sql(
    `INSERT INTO simulator.faults (mode, operation, kind, ms, remaining) VALUES ('live', $1, $2, 0, 100)`,
    [operation, kind],
  );

/** An event of the company about a charge, at any time, is a reason to ask. */
export const companyTells = fc.record({ of: nat }).map(
  (request) =>
    new Step(
      ...(['CompanyTells', request] as const),
      async (world, service) => {
        const [one, charge] = pick(charged(world), request.of);
        const { reference } = (await rowsOf(service, one))[one.charges.indexOf(charge)]!;
        await tell(service, reference, 'successful');
        if (charge.status !== 'intended') ask(world, one, charge);
        await sendRefunds(world, service);
        await compare(service, one);
      },
      (world) => charged(world).length > 0,
    ),
);

const onPage = (name: string, action: string, change: (world: World, one: Subscription) => void) =>
  fc.record({ of: nat }).map(
    (request) =>
      new Step(
        ...([name, request] as const),
        async (world, service) => {
          const one = pick(world.subscriptions, request.of);
          expect((await service.form('checkout', `${one.page}/${action}`, {})).status).toBe(303);
          change(world, one);
          await compare(service, one);
        },
        (world) => world.subscriptions.length > 0,
      ),
  );

export const cardsRemoved = onPage('RemoveCard', 'replace-card', (_, one) => removeCard(one));
export const billsOpened = onPage('OpenBill', 'pay', (world, one) => void openBill(world, one));

/** Staff return money of another amount than was charged, after which the bill is charged again. */
export const otherAmountsReturned = fc.record({ of: nat }).map(
  (request) =>
    new Step(
      ...(['ReturnOtherAmount', request] as const),
      async (world, service) => {
        const one = pick(holding(world), request.of);
        for (const bill of one.bills.filter(({ held }) => held > 0n)) {
          const rows = await service.platform.sql<{ id: string }>(
            `SELECT a.id FROM checkout_attempts a JOIN checkout_sessions s ON s.id = a.checkout_session_id
               JOIN subscription_invoices i ON i.id = s.origin_id
              WHERE i.invoice_id = $1 AND a.status = 'unapplied' AND a.unapplied_reason = 'amount-mismatch'`,
            [bill.id],
          );
          for (const { id } of rows) {
            const body = { id, reason: 'The company took another amount' };
            meets(await service.byStaff('admin.php?section=unapplied&action=refund', body), {
              status: 200,
              fields: {},
            });
          }
          world.refundsDue += bill.held;
          bill.held = 0n;
        }
        await sendRefunds(world, service);
      },
      (world) => holding(world).length > 0,
    ),
);

const holding = ({ subscriptions }: Readonly<World>) =>
  subscriptions.filter(({ bills }) => bills.some(({ held }) => held > 0n));
