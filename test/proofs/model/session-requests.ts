import type { Currency } from '@app/kernel';
import { CARDS, cardOf } from '../../support/test-cards';
import { number, refused, text } from './ask';
import { conversion, type ServiceMove } from './reference-books';
import type { Expected, Request, Session, World } from './world';

const call = (action: string, body: Record<string, unknown>) =>
  ({ host: 'checkout', path: `sessions.php?action=${action}`, body }) as const;

export function open(
  { books, sessions }: World,
  {
    account,
    currency,
    minor,
    minutes,
    escrow,
  }: { account: number; currency: Currency; minor: bigint; minutes: number; escrow: boolean },
): Request {
  const orderRef = `order-${sessions.length}`;
  const terms = { amount: text(minor), currency, order_ref: orderRef, expires_in: minutes, escrow };
  const escrowFee = escrow ? books.escrowFeeOf(minor) : null;
  return {
    account,
    call: call('create', terms),
    decide: () => ({
      status: 200,
      fields: {
        status: 'pending',
        amount: number(minor),
        currency,
        order_ref: orderRef,
        escrow_fee: escrowFee === null ? null : number(escrowFee),
        amount_due: number(minor + (escrowFee ?? 0n)),
      },
      learn: ({ body }) => {
        const id = body.session_id as string;
        const expiresAt = books.now + minutes * 60_000;
        const unrefunded = { refunded: 0n, returned: 0n, sent: 0n, takenBack: null };
        const unpaid = { status: 'pending', paid: null, ...unrefunded } as const;
        sessions.push({ account, id, minor, escrowFee, currency, orderRef, expiresAt, ...unpaid });
      },
    }),
  };
}

export function pay(world: World, session: Session, card: 'approved' | 'declined'): Request {
  return {
    account: session.account,
    call: call('pay-card', { session_id: session.id, card: cardOf(CARDS[card]) }),
    decide: () => (session.escrowFee === null ? paidByCard(world, session, card) : refused(403, 'FORBIDDEN')),
  };
}

/** What a card does to a session, from a server or from the page. */
export function paidByCard(world: World, session: Session, card: 'approved' | 'declined'): Expected {
  const refusal = whyClosed(world, session);
  if (refusal) return refusal;
  const charged = chargedFor(world, session);
  if (charged === null) return refused(400, 'FX_RATE_UNAVAILABLE', true);
  if (card === 'declined') return refused(400, 'CARD_DECLINED', true);
  complete(world, session, charged);
  const converted = session.currency !== 'NGN' && { charged: `NGN ${text(charged)}` };
  return { status: 200, fields: { session_id: session.id, status: 'completed', ...converted } };
}

/** A person asks to pay an escrow session from a wallet in another currency, which moves nothing. */
export function payFromOtherWallet(
  world: World,
  session: Session,
  buyer: { account: number; pin: string },
): Request {
  const currency = session.currency === 'NGN' ? 'USD' : 'NGN';
  return {
    account: buyer.account,
    byPerson: true,
    call: call('pay-wallet', { session_id: session.id, pin: buyer.pin, currency }),
    decide: () => {
      if (buyer.account === session.account) return refused(400, 'VALIDATION_ERROR');
      return whyClosed(world, session) ?? refused(400, 'VALIDATION_ERROR');
    },
  };
}

/** A person pays a session, which is not one of an escrow, from the wallet in its currency. */
export function payFromWallet(
  world: World,
  session: Session,
  buyer: { account: number; pin: string },
): Request {
  const { id, account, currency, minor, orderRef } = session;
  return {
    account: buyer.account,
    byPerson: true,
    call: call('pay-wallet', { session_id: id, pin: buyer.pin, currency }),
    decide: () => {
      if (buyer.account === account) return refused(400, 'VALIDATION_ERROR');
      const refusal = whyClosed(world, session);
      if (refusal) return refusal;
      const { books } = world;
      const [payer, merchant] = [books.accounts[buyer.account]!, books.accounts[account]!];
      const wallet = payer.wallets.get(currency)!;
      if (wallet.balance < minor) return refused(400, 'INSUFFICIENT_FUNDS', true);
      const line = { fee: 0n, description: null, reference: orderRef };
      const journal = books.book(
        'checkout',
        [
          [wallet, { ...line, change: -minor, counterparty: merchant.usertag }],
          [merchant.ensure(currency), { ...line, change: minor, counterparty: payer.usertag }],
        ],
        [],
      );
      session.status = 'completed';
      session.paid = { charged: minor, at: books.now, payer: buyer.account, journal };
      return { status: 200, fields: { session_id: id, status: 'completed' } };
    },
  };
}

export function expire(world: World, session: Session): Request {
  return {
    account: session.account,
    call: call('expire', { session_id: session.id }),
    decide: () => {
      const refusal = whyClosed(world, session);
      if (refusal) return refusal;
      session.status = 'expired';
      return { status: 200, fields: { session_id: session.id, status: 'expired' } };
    },
  };
}

export function isOver({ books }: Readonly<World>, { status, expiresAt }: Session): boolean {
  return status === 'expired' || (status === 'pending' && expiresAt <= books.now);
}

function whyClosed(world: World, session: Session): Expected | null {
  if (session.account === world.frozen) return refused(409, 'INVALID_STATE', true);
  if (isOver(world, session)) return refused(410, 'SESSION_EXPIRED', true);
  return session.status === 'completed' ? refused(409, 'INVALID_STATE', true) : null;
}

/** The charge of a card: the amount and the escrow's fee, in NGN; null if staff have set no rate. */
export function chargedFor(
  { books }: Readonly<World>,
  { minor, escrowFee, currency }: Session,
): bigint | null {
  return books.charged(minor + (escrowFee ?? 0n), currency);
}

/**
 * Credits the face amount to the merchant, or holds it. The service buys the naira that the card was charged and holds
 * the fee of an escrow separately.
 */
function complete({ books, escrows }: World, session: Session, charged: bigint): void {
  const { account, currency, minor, escrowFee, orderRef } = session;
  session.status = 'completed';
  session.paid = { charged, at: books.now, payer: null, journal: null };
  const wallet = books.accounts[account]!.ensure(currency);
  const moves: ServiceMove[] = [
    ['card-gateway-clearing', 'NGN', -charged],
    ...conversion(['NGN', charged], [currency, minor + (escrowFee ?? 0n)]),
  ];
  if (escrowFee === null) {
    const line = { change: minor, fee: 0n, counterparty: null, description: null, reference: orderRef };
    session.paid.journal = books.book('checkout', [[wallet, line]], moves);
    return;
  }
  wallet.locked += minor;
  for (const move of moves) books.move(...move);
  books.move('escrow-fees-held', currency, escrowFee);
  escrows.push({
    uuid: null,
    sessionId: session.id,
    initiator: null,
    beneficiary: account,
    disputeUuid: null,
    minor,
    fee: escrowFee,
    currency,
    charged,
    status: 'funded',
    released: 0n,
  });
}
