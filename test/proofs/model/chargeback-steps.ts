import * as fc from 'fast-check';
import { PayersBank, transactionOf } from '../../support/chargebacks';
import { text } from './ask';
import { conversion, type ReferenceWallet } from './reference-books';
import type { Service } from './service';
import { nat, pick, Step } from './step';
import type { Session, World } from './world';

/** What the simulated company says of it. */
const REASON = 'Goods not received';

/**
 * The bank of a payer charges a payment back and decides at once, so that nothing is owed by the next step: what is owed for a
 * lost one is written off.
 */
export const paymentsTakenBack = fc
  .record({
    session: nat,
    permille: fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 1200 })),
    ends: fc.constantFrom('won', 'lost'),
  })
  .map(
    (input) =>
      new Step(
        ...(['TakeBack', input] as const),
        async (world, service) => {
          const session = pick(paidDirectly(world), input.session);
          const claimed = (session.paid!.charged * BigInt(input.permille)) / 1000n || 1n;
          await takeBack(world, service, session, claimed, input.ends === 'won');
        },
        (world) => paidDirectly(world).length > 0,
      ),
  );

/** By cards, and without a refund under way, which could fail and leave more to charge back. */
const paidDirectly = ({ sessions, refunds }: Readonly<World>): Session[] =>
  sessions.filter(
    (session) =>
      session.escrowFee === null &&
      session.paid?.payer === null &&
      !refunds.some((refund) => refund.session === session && refund.status === 'pending'),
  );

async function takeBack(
  world: World,
  service: Service,
  session: Session,
  claimed: bigint,
  isWon: boolean,
): Promise<void> {
  const { platform } = service;
  const bank = new PayersBank(platform);
  const name = await bank.raise(await transactionOf(platform, session.id), { amount: text(claimed) });
  await bank.read();
  const opened = open(world, session, claimed);
  await bank.decide(name, isWon ? 'won' : 'lost');
  await bank.read();
  if (isWon) return win(world, session, opened);
  lose(world, session, opened, claimed);
  if (opened.owed === 0n) return;
  const [row] = await platform.sql<{ id: string }>(
    'SELECT chargeback_id AS id FROM chargebacks WHERE provider_id = $1',
    [name],
  );
  const body = { chargeback_id: row!.id, reason: 'It cannot be collected' };
  const given = await service.byStaff('admin.php?section=chargebacks&action=write-off', body);
  expect([given.status, given.body.chargeback.owed_amount]).toEqual([200, 0]);
  world.books.move('chargebacks-owed', session.currency, opened.owed);
  world.books.move('chargeback-losses', session.currency, -opened.owed);
}

interface Opened {
  wallet: ReferenceWallet;
  charge: bigint;
  face: bigint;
  debited: bigint;
  owed: bigint;
}

/** The owner answers for what is left of the payment, and pays what the balance covers. */
function open(world: World, session: Session, claimed: bigint): Opened {
  const { books } = world;
  const { account, currency, minor, refunded, returned, takenBack: before } = session;
  const takenBack = before ?? { face: 0n, charge: 0n };
  const { charged } = session.paid!;
  const wallet = books.accounts[account]!.ensure(currency);
  const left = session.paid!.journal?.isReversed ? 0n : charged - returned - takenBack.charge;
  if (left <= 0n) return { wallet, charge: 0n, face: 0n, debited: 0n, owed: 0n };
  const leftFace = minor - refunded - takenBack.face;
  const charge = claimed < left ? claimed : left;
  const share = charge === left ? leftFace : (charge * minor + charged - 1n) / charged;
  const face = share < leftFace ? share : leftFace;
  const cost = books.costOf(charge, currency) ?? face;
  const debited = currency === 'NGN' ? charge : cost > face ? cost : face;
  const available = account === world.frozen ? 0n : wallet.balance;
  const owed = debited > available ? debited - available : 0n;
  book(world, session, wallet, owed - debited, [
    ['chargebacks-owed', currency, -owed],
    ...conversion([currency, debited], ['NGN', charge]),
    ['chargebacks-held', 'NGN', charge],
  ]);
  return { wallet, charge, face, debited, owed };
}

function win(world: World, session: Session, { wallet, charge, debited, owed }: Opened): void {
  const { currency } = session;
  book(world, session, wallet, debited - owed, [
    ['chargebacks-held', 'NGN', -charge],
    ...conversion(['NGN', charge], [currency, debited]),
    ['chargebacks-owed', currency, owed],
  ]);
  world.outcomes.push('chargebacks won');
}

/** The service bears what is beyond the payment. */
function lose({ books, outcomes }: World, session: Session, opened: Opened, claimed: bigint): void {
  books.move('chargebacks-held', 'NGN', -opened.charge);
  books.move('chargeback-losses', 'NGN', opened.charge - claimed);
  books.move('card-gateway-clearing', 'NGN', claimed);
  const { face, charge } = session.takenBack ?? { face: 0n, charge: 0n };
  session.takenBack = { face: face + opened.face, charge: charge + opened.charge };
  outcomes.push('chargebacks lost');
}

/** A history shows what it did to the wallet. */
function book(
  { books }: World,
  { id: reference }: Session,
  wallet: ReferenceWallet,
  change: bigint,
  service: Parameters<typeof books.book>[2],
): void {
  const line = { change, fee: 0n, counterparty: null, description: REASON, reference };
  books.book('chargeback', change === 0n ? [] : [[wallet, line]], service);
}
