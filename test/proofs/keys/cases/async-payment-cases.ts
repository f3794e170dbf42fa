import type { Currency } from '@app/kernel';
import { type Case, type Cases, type Host, pairOf } from './case';
import type { Cast } from './cast';

/** Payments of a session that the buyer completes at another company, and their cancellation. */
export function asyncPaymentCases(cast: Cast): Cases {
  return {
    '/api/sessions.php/pay-bank-transfer': asyncPayment(cast, 'pay-bank-transfer', 'NGN', {}, null),
    '/api/sessions.php/pay-ussd': asyncPayment(
      ...([cast, 'pay-ussd', 'NGN', { bank_code: '058' }, { bank_code: '044' }] as const),
    ),
    '/api/sessions.php/pay-mobile-money': asyncPayment(
      ...([cast, 'pay-mobile-money', 'GHS', { phone: '+233240000001', network: 'MTN' }] as const),
      { phone: '+233240000002', network: 'MTN' },
    ),
    '/api/sessions.php/pay-extwallet': asyncPayment(cast, 'pay-extwallet', 'USD', {}, null),

    '/api/sessions.php/pay-cancel': {
      path: 'sessions.php?action=pay-cancel',
      prepare: async (host, twoBodies) => {
        const [body, otherBody] = await pairOf(twoBodies, () => dialling(cast, host));
        return {
          body,
          otherBody,
          credential: cast.keyOf(host),
          // A job ends the session later, because no client queries it.
          effects: () =>
            cast.count(`checkout_sessions WHERE status = 'pending' AND session_id = $1`, body.session_id),
        };
      },
    },
  };
}

/** The payment waits at the other company. If it has no other option, the other body names another session. */
function asyncPayment(
  cast: Cast,
  action: string,
  currency: Currency,
  choice: object,
  otherChoice: object | null,
): Case {
  return {
    path: `sessions.php?action=${action}`,
    prepare: async (host, twoBodies) => {
      const [session_id, other] = await pairOf(twoBodies && !otherChoice, () => cast.session(host, currency));
      const body = { session_id, ...choice };
      const otherBody = otherChoice ? { session_id, ...otherChoice } : { session_id: other };
      const counting = (from: string) => () =>
        cast.count(
          `${from} JOIN checkout_sessions s ON s.id = a.checkout_session_id WHERE s.session_id IN ($1, $2)`,
          ...[session_id, other],
        );
      const credential = cast.keyOf(host);
      if (action === 'pay-mobile-money') {
        // A phone payment is queried like a card payment, whether or not the response arrived.
        const charges = counting('simulator.charges c JOIN checkout_attempts a ON a.reference = c.tx_ref');
        return { body, otherBody, credential, effects: charges, charges };
      }
      const attempts = '(SELECT * FROM checkout_attempts WHERE gw_ref IS NOT NULL) a';
      return { body, otherBody, credential, effects: counting(attempts) };
    },
  };
}

async function dialling(cast: Cast, host: Host): Promise<{ session_id: string }> {
  const session_id = await cast.session(host);
  await cast.post(host, 'sessions.php?action=pay-ussd', { session_id }, await cast.keyOf(host)());
  return { session_id };
}
