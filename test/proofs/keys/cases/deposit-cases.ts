import { CARDS, cardOf } from '../../../support/test-cards';
import type { CallOptions } from '../../../support/http-client';
import { type Cases, type Host, pairOf } from './case';
import type { Cast } from './cast';

/** Every action on deposits. */
export function depositCases(cast: Cast): Cases {
  const deposited = (amount: string) => ({
    effects: () => cast.count(`ledger.journals WHERE type = 'deposit' AND amount_minor = $1`, minor(amount)),
    charges: () =>
      cast.count(
        `simulator.charges WHERE status = 'successful' AND tx_ref LIKE 'dep_%' AND amount_minor = $1`,
        minor(amount),
      ),
  });
  /** A card charge for which the company asks a question. */
  const questioned = (host: Host, amount: string, credential: CallOptions) => {
    const charge = { amount, currency: 'NGN', card: cardOf(CARDS.otp) };
    return cast.post(host, 'deposit.php?action=charge-card-gw', charge, credential);
  };

  return {
    '/api/deposit.php/init': {
      path: 'deposit.php?action=init',
      prepare: async (host) => {
        const amount = cast.newAmount();
        const body = { amount, currency: 'NGN' };
        return {
          body,
          otherBody: { ...body, method: 'checkout' },
          credential: await cast.owner(host),
          effects: () => cast.count('deposits WHERE amount_minor = $1', minor(amount)),
        };
      },
    },

    '/api/deposit.php/charge-card-gw': {
      path: 'deposit.php?action=charge-card-gw',
      prepare: async (host) => {
        const amount = cast.newAmount();
        const body = { amount, currency: 'NGN', card: cardOf(CARDS.approved) };
        return {
          body,
          otherBody: { ...body, redirect_url: 'https://shop.example/' },
          credential: await cast.owner(host),
          ...deposited(amount),
        };
      },
    },

    '/api/deposit.php/validate-charge': {
      path: 'deposit.php?action=validate-charge',
      prepare: async (host) => {
        const amount = cast.newAmount();
        const credential = await cast.owner(host);
        const { gw_ref } = await questioned(host, amount, await credential());
        const body = { gw_ref, otp: '123456' };
        return { body, otherBody: { gw_ref, otp: '123457' }, credential, ...deposited(amount) };
      },
    },

    '/api/deposit.php/verify-gateway': {
      path: 'deposit.php?action=verify-gateway',
      prepare: async (host, twoBodies) => {
        const amount = cast.newAmount();
        const credential = await cast.owner(host);
        const [made, other] = await pairOf(twoBodies, async () =>
          questioned(host, amount, await credential()),
        );
        // The company took the money of the first, but its response and its event were lost.
        await cast.platform.sql(
          `UPDATE simulator.charges SET status = 'successful', completed_at = now() WHERE gw_ref = $1`,
          [made.gw_ref],
        );
        return {
          body: { tx_ref: made.tx_ref },
          otherBody: { tx_ref: other.tx_ref },
          credential,
          effects: deposited(amount).effects,
        };
      },
    },
  };
}

function minor(amount: string): string {
  return amount.replace('.', '');
}
