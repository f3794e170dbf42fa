import type { Currency } from '@app/kernel';
import { number, refused, text } from './ask';
import { decideTransfer } from './wallet-requests';
import type { Expected, PaymentRequest, Request, World } from './world';

const WEEK_MS = 7 * 24 * 3600 * 1000;
const OPEN_TO_ONE = 5;
const OPEN = 100;

const call = (action: string, body: Record<string, unknown>) =>
  ({ host: 'business', path: `wallet.php?action=${action}`, body }) as const;

export function statusOf({ books }: Readonly<World>, { status, expiresAt }: PaymentRequest) {
  return status === 'pending' && expiresAt <= books.now ? 'expired' : status;
}

export function requestPayment(
  world: World,
  request: { from: number; to: number; minor: bigint; currency: Currency | null; note: string | null },
): Request {
  const { from, to, minor, note } = request;
  const { books, requests } = world;
  const [asker, asked] = [books.accounts[from]!, books.accounts[to]!];
  const body = {
    recipient: asked.usertag,
    amount: text(minor),
    ...(request.currency && { currency: request.currency }),
    ...(note && { note }),
  };
  return {
    account: from,
    call: call('request-payment', body),
    decide: () => {
      if (to === world.frozen) return refused(404, 'NOT_FOUND');
      if (from === to) return refused(400, 'VALIDATION_ERROR');
      const currency = request.currency ?? asker.primary;
      const open = requests.filter((made) => made.from === from && statusOf(world, made) === 'pending');
      const isTooMany = open.filter((made) => made.to === to).length >= OPEN_TO_ONE || open.length >= OPEN;
      if (isTooMany) return refused(400, 'LIMIT_REACHED', true);
      const expiresAt = books.now + WEEK_MS;
      return {
        status: 200,
        fields: {
          status: 'pending',
          amount: number(minor),
          currency,
          expires_at: new Date(expiresAt).toISOString(),
        },
        learn: ({ body: { request_id: id } }) => {
          requests.push({ id: id as number, from, to, minor, currency, note, status: 'pending', expiresAt });
        },
      };
    },
  };
}

/** Actions that any account may try. Only the payer may pay or decline, and only the requester may cancel. */
export function answer(
  world: World,
  request: PaymentRequest,
  account: number,
  action: 'fulfill-request' | 'decline-request' | 'cancel-request',
): Request {
  return {
    account,
    call: call(action, { request_id: request.id }),
    decide: () => {
      const { from, to } = request;
      if (account !== (action === 'cancel-request' ? from : to)) return refused(404, 'NOT_FOUND');
      if (statusOf(world, request) !== 'pending') return refused(409, 'INVALID_STATE', true);
      if (action === 'fulfill-request') return paid(world, request);
      request.status = action === 'decline-request' ? 'declined' : 'cancelled';
      return { status: 200, fields: { request_id: request.id, status: request.status } };
    },
  };
}

/** A transfer like any other, or its refusal, after which the request stays open. */
function paid(world: World, request: PaymentRequest): Expected {
  const { id, from, to, minor, currency, note } = request;
  const moved = decideTransfer(world, to, from, minor, currency, note);
  if ('code' in moved) return moved;
  request.status = 'paid';
  return { ...moved, fields: { ...moved.fields, request_id: id, status: 'paid' } };
}
