import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { CARDS, cardOf } from '../../support/test-cards';
import { ask, meets } from './ask';
import { tell } from './card-steps';
import { sendRefunds } from './escrow-steps';
import { BuyerTokensService } from '../../../libs/checkout/src/buyers/buyer-tokens.service';
import { SessionTokensService } from '@app/checkout';
import type { Service } from './service';
import {
  chargedFor,
  expire,
  isOver,
  open,
  paidByCard,
  pay,
  payFromOtherWallet,
  payFromWallet,
} from './session-requests';
import { accountAt, asking, currency, keyed, minor, nat, pick, Step } from './step';
import type { Request, Session, World } from './world';

export const sessionsOpened = fc
  .record({
    account: nat,
    currency,
    minor,
    minutes: fc.constantFrom(5, 1440, 43_200),
    escrow: fc.boolean(),
    keyed,
  })
  .map((request) =>
    asking('OpenSession', request, (world) =>
      open(world, { ...request, account: accountAt(world, request.account) }),
    ),
  );

type Input = { session: number; keyed: boolean };
const ofSession = <W extends Input>(
  name: string,
  request: W,
  make: (world: World, session: Session) => Request,
) =>
  asking(name, request, (world) =>
    world.sessions.length === 0 ? null : make(world, pick(world.sessions, request.session)),
  );

export const sessionsPaid = fc
  .record({ session: nat, card: fc.constantFrom('approved' as const, 'declined' as const), keyed })
  .map((request) => ofSession('Pay', request, (world, session) => pay(world, session, request.card)));

/** A person pays a session from the wallet in its currency. */
export const sessionsPaidFromWallets = fc.record({ session: nat, account: nat, keyed }).map(
  (input) =>
    new Step(
      ...(['PayFromWallet', input] as const),
      async (world, service) => {
        const session = pick(direct(world), input.session);
        const { accounts } = world.books;
        const payers = accounts.flatMap(({ wallets }, n) => (wallets.has(session.currency) ? [n] : []));
        if (payers.length === 0) return;
        const account = pick(payers, input.account);
        const request = payFromWallet(world, session, { account, pin: service.people[account]!.pin });
        await ask(world, service, request, input.keyed ? world.newKey(request) : null);
      },
      (world) => direct(world).length > 0,
    ),
);

/** A guest who has confirmed an address pays into escrow on the page. */
export const guestsPaid = fc
  .record({
    session: nat,
    card: fc.constantFrom('approved' as const, 'approved' as const, 'declined' as const),
  })
  .map(
    (request) =>
      new Step(
        ...(['GuestPays', request] as const),
        async (world, service) => {
          const session = pick(intoEscrow(world), request.session);
          const expected = paidByCard(world, session, request.card);
          const email = 'guest@example.com';
          const tokens = service.platform.inside('checkout', BuyerTokensService);
          const reply = await service.call({
            host: 'checkout',
            method: 'POST',
            path: 'sessions.php?action=pay-card',
            headers: {
              'x-session-token': service.platform
                .inside('checkout', SessionTokensService)
                .tokenOf(session.id),
              'x-buyer-token': tokens.tokenOf(session.id, email, randomUUID()),
            },
            body: { session_id: session.id, buyer_email: email, card: cardOf(CARDS[request.card]) },
          });
          meets(reply, expected);
        },
        (world) => intoEscrow(world).length > 0,
      ),
  );

/** A wallet in another currency cannot pay into escrow. */
export const otherWalletsRefused = fc.record({ session: nat, account: nat }).map(
  (request) =>
    new Step(
      ...(['OtherWallet', request] as const),
      async (world, service) => {
        const account = accountAt(world, request.account);
        const { pin } = service.people[account]!;
        const session = pick(intoEscrow(world), request.session);
        await ask(world, service, payFromOtherWallet(world, session, { account, pin }), null);
      },
      (world) => intoEscrow(world).length > 0,
    ),
);

export const sessionsExpired = fc
  .record({ session: nat, keyed })
  .map((request) => ofSession('Expire', request, expire));

/**
 * The bank approves a payment after the shop cancelled it. The money is refunded if the session was paid otherwise,
 * and becomes unapplied if the session has ended.
 */
export const lateMoney = fc.record({ session: nat, wasPaid: fc.boolean() }).map(
  (request) =>
    new Step(
      ...(['LateMoney', request] as const),
      async (world, service) => {
        const { books } = world;
        const session = pick(payable(world), request.session);
        const charged = chargedFor(world, session)!;
        const { reference, approve } = await challenged(service, session);
        const next = request.wasPaid ? pay(world, session, 'approved') : expire(world, session);
        await ask(world, service, next, null);
        await approve();
        await tell(service, reference, 'successful');
        if (request.wasPaid) return sendRefunds(world, service);
        books.move('card-gateway-clearing', 'NGN', -charged);
        books.move('unapplied', 'NGN', charged);
      },
      (world) => payable(world).length > 0,
    ),
);

/** An attempt that waits at the bank's page and that the shop cancels. */
async function challenged(service: Service, { account, id }: Session) {
  const post = (action: string, body: object) =>
    service.call({
      host: 'checkout',
      method: 'POST',
      path: `sessions.php?action=${action}`,
      apiKey: service.keys[account]!,
      body: { session_id: id, ...body },
    });
  const waiting = await post('pay-card', { card: cardOf(CARDS.challenge) });
  meets(waiting, { status: 200, fields: { status: 'processing', auth_mode: 'redirect' } });
  const { gw_ref, redirect_url } = waiting.body as { gw_ref: string; redirect_url: string };
  const rows = await service.platform.sql<{ reference: string }>(
    'SELECT reference FROM checkout_attempts WHERE gw_ref = $1',
    [gw_ref],
  );
  meets(await post('pay-card-cancel', { gw_ref }), { status: 200, fields: { status: 'pending' } });
  const approve = async () => {
    const body = new URLSearchParams({ decision: 'approve' });
    const answer = await fetch(redirect_url, { method: 'POST', body, redirect: 'manual' });
    expect(answer.status).toBe(303);
  };
  return { reference: rows[0]!.reference, approve };
}

const payable = (world: Readonly<World>): Session[] =>
  world.sessions.filter(
    (session) =>
      session.escrowFee === null &&
      session.status === 'pending' &&
      !isOver(world, session) &&
      chargedFor(world, session) !== null,
  );

const direct = ({ sessions }: Readonly<World>): Session[] =>
  sessions.filter(({ escrowFee }) => escrowFee === null);

const intoEscrow = (world: Readonly<World>): Session[] =>
  world.sessions.filter(({ escrowFee }) => escrowFee !== null);
