import type { Cases } from './case';
import type { Cast } from './cast';

/** Saved payout accounts. Each case has an owner of its own, because an owner has at most five. */
export function payoutCases(cast: Cast): Cases {
  let numbers = 10_000_000;
  const account = () => ({
    currency: 'GBP',
    sort_code: '200000',
    account_number: String(numbers++),
    account_name: 'Ada Okafor',
  });

  return {
    '/api/payout.php/add-bank': {
      path: 'payout.php?action=add-bank',
      prepare: async () => {
        const person = await cast.platform.signUp();
        return {
          body: account(),
          otherBody: account(),
          credential: cast.tokenOf(person),
          effects: () => cast.count('payout_accounts WHERE owner_id = $1', person.id),
        };
      },
    },

    '/api/payout.php/delete-bank': {
      path: 'payout.php?action=delete-bank',
      prepare: async (host) => {
        const person = await cast.platform.signUp();
        const credential = cast.tokenOf(person);
        const saved = async () => {
          const made = await cast.post(host, 'payout.php?action=add-bank', account(), await credential());
          return { id: made.id as number };
        };
        return {
          body: await saved(),
          otherBody: await saved(),
          credential,
          effects: () =>
            cast.count('payout_accounts WHERE owner_id = $1 AND deleted_at IS NOT NULL', person.id),
        };
      },
    },
  };
}
