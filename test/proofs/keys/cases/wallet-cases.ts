import { randomUUID } from 'node:crypto';
import { CURRENCIES, type Currency } from '@app/kernel';
import type { CallOptions } from '../../../support/http-client';
import { openShop, type Shop } from '../../support/shop';
import { type Case, type Cases, type Host, pairOf } from './case';
import type { Cast } from './cast';

/** Every action on wallets, payment requests and payrolls. */
export function walletCases(cast: Cast): Cases {
  let wanting: { shop: Shop; left: Currency[] } | null = null;

  /** A shop and two currencies in which it has no wallet yet. */
  async function withoutWallets(): Promise<{ shop: Shop; currency: Currency; other: Currency }> {
    if (!wanting || wanting.left.length < 2) {
      const left = CURRENCIES.filter((code) => code !== 'NGN');
      wanting = { shop: await openShop(cast.platform), left };
    }
    const { shop, left } = wanting;
    return { shop, currency: left.pop()!, other: left.pop()! };
  }

  return {
    '/api/wallet.php/transfer': {
      path: 'wallet.php?action=transfer',
      prepare: async (host) => {
        const note = randomUUID();
        const { usertag } = await cast.recipient();
        const body = { recipient: usertag, amount: 1.5, note, ...(host === 'app' && { pin: '1234' }) };
        return {
          body,
          otherBody: { ...body, amount: 1.51 },
          credential: await cast.owner(host),
          effects: () => cast.count(`ledger.journals WHERE type = 'transfer' AND description = $1`, note),
        };
      },
    },

    '/api/wallet.php/create-wallet': {
      path: 'wallet.php?action=create-wallet',
      prepare: async (host) => {
        const { shop, currency, other } = await withoutWallets();
        const credential = host === 'app' ? cast.tokenOf(shop) : () => Promise.resolve({ key: shop.key });
        return {
          body: { currency },
          otherBody: { currency: other },
          credential,
          effects: () =>
            cast.count('wallets WHERE owner_id = $1 AND currency_code IN ($2, $3)', shop.id, currency, other),
        };
      },
    },

    '/api/wallet.php/request-payment': {
      path: 'wallet.php?action=request-payment',
      prepare: async (host) => {
        const note = randomUUID();
        // A new person each time, because the number of open requests per person is limited.
        const { usertag } = await cast.platform.signUp();
        const body = { recipient: usertag, amount: 1.5, note };
        return {
          body,
          otherBody: { ...body, amount: 1.51 },
          credential: await cast.owner(host),
          effects: () => cast.count('payment_requests WHERE note = $1', note),
        };
      },
    },

    '/api/wallet.php/fulfill-request': answered(cast, 'fulfill-request', 'paid'),
    '/api/wallet.php/decline-request': answered(cast, 'decline-request', 'declined'),

    '/api/wallet.php/cancel-request': {
      path: 'wallet.php?action=cancel-request',
      prepare: async (host, twoBodies) => {
        const [credential, { usertag }] = [await cast.owner(host), await cast.platform.signUp()];
        const options = await credential();
        const [request_id, other] = await pairOf(twoBodies, () => requested(cast, host, usertag, options));
        return {
          body: { request_id },
          otherBody: { request_id: other },
          credential,
          effects: () => countOfRequests(cast, 'cancelled', request_id, other),
        };
      },
    },

    '/api/business.php/payroll/create': {
      path: 'business.php?section=payroll&action=create',
      prepare: async () => {
        const batch_name = randomUUID();
        const people = [await cast.recipient(), await cast.counterpart()];
        const recipients = people.map(({ usertag }) => ({ recipient: usertag, amount: 1.5 }));
        const body = { batch_name, recipients, pin: '1234' };
        return {
          body,
          otherBody: { ...body, recipients: recipients.slice(1) },
          credential: cast.tokenOf(await cast.person()),
          effects: () => cast.count('payroll_batches WHERE name = $1', batch_name),
        };
      },
    },
  };
}

/** Actions on a received payment request. A paid one is counted by its booking. */
function answered(cast: Cast, action: string, status: 'paid' | 'declined'): Case {
  return {
    path: `wallet.php?action=${action}`,
    prepare: async (host, twoBodies) => {
      const asker = await cast.platform.signUp();
      const asked = host === 'app' ? await cast.person() : await cast.shop();
      const [request_id, other] = await pairOf(twoBodies, () =>
        requested(cast, 'business', asked.usertag, asker),
      );
      const pin = host === 'app' && status === 'paid' ? { pin: '1234' } : {};
      return {
        body: { request_id, ...pin },
        otherBody: { request_id: other, ...pin },
        credential: await cast.owner(host),
        effects: () =>
          status === 'paid'
            ? cast.count(
                `ledger.journals WHERE related_type = 'payment_request' AND related_id IN ($1, $2)`,
                ...[request_id, other],
              )
            : countOfRequests(cast, status, request_id, other),
      };
    },
  };
}

async function requested(cast: Cast, host: Host, usertag: string, asker: CallOptions): Promise<number> {
  const body = { recipient: usertag, amount: 1.5 };
  const { token, key } = asker;
  const made = await cast.post(host, 'wallet.php?action=request-payment', body, { token, key });
  return made.request_id as number;
}

function countOfRequests(cast: Cast, status: string, ...ids: number[]): Promise<number> {
  return cast.count('payment_requests WHERE status = $1 AND id = ANY ($2)', status, ids);
}
