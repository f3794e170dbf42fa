import { randomUUID } from 'node:crypto';
import { BY_HAND, withdrawer, withdrawnAt } from '../../../support/withdrawals';
import { type Case, type Cases, pairOf } from './case';
import type { Cast } from './cast';

function settled(cast: Cast, action: 'complete' | 'fail', more: () => object): Case {
  return {
    path: `admin.php?section=payouts&action=${action}`,
    prepare: async (_, twoBodies) => {
      const [uuid, other] = await pairOf(twoBodies, () => withdrawnAt(cast.platform, 'manual'));
      const body = { uuid, ...more() };
      return {
        body,
        otherBody: { ...body, uuid: other },
        credential: await cast.staff('finance'),
        effects: () =>
          cast.count(`audit_log WHERE action = $1 AND subject = ANY ($2)`, `payouts.${action}`, [
            uuid,
            other,
          ]),
      };
    },
  };
}

/** Withdrawals and saved accounts. Each case has an owner of its own, because an owner has at most five accounts. */
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

    '/api/payout.php/initiate': {
      path: 'payout.php?action=initiate',
      prepare: async () => {
        const person = await withdrawer(cast.platform);
        const body = { ...BY_HAND, pin: person.pin };
        return {
          body,
          otherBody: { ...body, amount: 11 },
          credential: cast.tokenOf(person),
          effects: () => cast.count('withdrawals WHERE owner_id = $1', person.id),
        };
      },
    },

    '/api/admin.php/payouts/complete': settled(cast, 'complete', () => ({
      reference: randomUUID(),
      note: 'Paid by hand',
    })),

    '/api/admin.php/payouts/fail': settled(cast, 'fail', () => ({
      reason: 'No such number',
      not_delivered: true,
    })),

    '/api/admin.php/payouts/recheck': {
      path: 'admin.php?section=payouts&action=recheck',
      prepare: async (_, twoBodies) => {
        const [uuid, other] = await pairOf(twoBodies, () => withdrawnAt(cast.platform, 'stopped'));
        return {
          body: { uuid },
          otherBody: { uuid: other },
          credential: await cast.staff('finance'),
          effects: () =>
            cast.count(`audit_log WHERE action = 'payouts.recheck' AND subject = ANY ($1)`, [uuid, other]),
        };
      },
    },

    '/api/admin.php/payouts/fund-float': {
      path: 'admin.php?section=payouts&action=fund-float',
      prepare: async () => {
        const reason = randomUUID();
        const body = { method: 'mobile_money', amount: 10, currency: 'KES', reference: reason, reason };
        return {
          body,
          otherBody: { ...body, reference: randomUUID() },
          credential: await cast.staff('finance'),
          ...cast.audited(reason),
        };
      },
    },

    '/api/payout.php/delete-bank': {
      path: 'payout.php?action=delete-bank',
      prepare: async (host, twoBodies) => {
        const person = await cast.platform.signUp();
        const credential = cast.tokenOf(person);
        const saved = async () => {
          const made = await cast.post(host, 'payout.php?action=add-bank', account(), await credential());
          return { id: made.id as number };
        };
        const [body, otherBody] = await pairOf(twoBodies, saved);
        return {
          body,
          otherBody,
          credential,
          effects: () =>
            cast.count('payout_accounts WHERE owner_id = $1 AND deleted_at IS NOT NULL', person.id),
        };
      },
    },
  };
}
