import { SessionTokensService } from '@app/checkout';
import { CARDS, cardOf } from '../../support/test-cards';
import { meets, refused, text } from './ask';
import { conversion } from './reference-books';
import type { Reply, Service } from './service';
import type { Expected, OpenPayment, World } from './world';

export type Card = 'approved' | 'declined';

/** Opens the payment of a page; returns the status, and the id of the session it leads to. */
export async function openOnPage(
  service: Service,
  path: string,
  fields: Record<string, string>,
): Promise<{ status: number; sessionId: string | null }> {
  const { status, location } = await service.form('checkout', `${path}/pay`, fields);
  if (location === null) return { status, sessionId: null };
  const token = new URL(location).pathname.split('/').at(-1)!;
  const [row] = await service.platform.sql<{ session_id: string }>(
    `SELECT session_id FROM checkout_sessions WHERE token_hash = sha256(convert_to($1, 'UTF8'))`,
    [token],
  );
  return { status, sessionId: row!.session_id };
}

/** A payment by card on the page: credited at its face amount, with the reference of what it pays. */
export interface PagePayment {
  account: number;
  type: 'invoice' | 'checkout' | 'subscription';
  reference: string;
  description: string;
}

/** Sends a card for an open session. */
export const sendCard = (service: Service, id: string, card: Card): Promise<Reply> =>
  service.call({
    host: 'checkout',
    method: 'POST',
    path: 'sessions.php?action=pay-card',
    headers: { 'x-session-token': service.platform.inside('checkout', SessionTokensService).tokenOf(id) },
    body: { session_id: id, card: cardOf(CARDS[card]) },
  });

/** Pays an open session by card; returns whether it is paid. */
export async function payByCard(
  world: World,
  service: Service,
  { id, minor, currency }: OpenPayment,
  card: Card,
  payment: PagePayment,
): Promise<boolean> {
  const reply = await sendCard(service, id, card);
  const charged = world.books.charged(minor, currency);
  const refusal: Expected | null =
    charged === null
      ? refused(400, 'FX_RATE_UNAVAILABLE')
      : card === 'declined'
        ? refused(400, 'CARD_DECLINED')
        : null;
  if (refusal) {
    meets(reply, refusal);
    return false;
  }
  const converted = currency !== 'NGN' && { charged: `NGN ${text(charged!)}` };
  meets(reply, { status: 200, fields: { session_id: id, status: 'completed', ...converted } });
  const { account, type, reference, description } = payment;
  const line = { change: minor, fee: 0n, counterparty: null, description, reference };
  world.books.book(
    type,
    [[world.books.accounts[account]!.ensure(currency), line]],
    [['card-gateway-clearing', 'NGN', -charged!], ...conversion(['NGN', charged!], [currency, minor])],
  );
  return true;
}
