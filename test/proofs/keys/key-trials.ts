import { randomUUID } from 'node:crypto';
import { type HttpAnswer, httpClient } from '../../support/http-client';
import type { Platform } from '../../support/platform';
import { amountOf } from '../support/proof';
import { type Cases, type Host, openCases, type Trial } from './cases';

export const HOSTS = ['business', 'checkout', 'sandbox', 'app'] as const;
export const AT_ONCE = amountOf('AT_ONCE', { short: 24, long: 64 });
export const IN_PROGRESS = 'IDEMPOTENCY_IN_PROGRESS';
export const UNAVAILABLE = 'SERVICE_UNAVAILABLE';

/** The host on which each action is tested. The registry lists its other hosts. */
export const ACTIONS = {
  '/api/wallet.php/transfer': ['business', 'app'],
  '/api/wallet.php/create-wallet': ['business', 'app'],
  '/api/wallet.php/request-payment': ['business', 'app'],
  '/api/wallet.php/fulfill-request': ['business', 'app'],
  '/api/wallet.php/decline-request': ['business', 'app'],
  '/api/wallet.php/cancel-request': ['business', 'app'],
  '/api/deposit.php/init': ['business', 'app'],
  '/api/deposit.php/charge-card-gw': ['business', 'app'],
  '/api/deposit.php/validate-charge': ['business', 'app'],
  '/api/deposit.php/verify-gateway': ['business', 'app'],
  '/api/sessions.php/create': ['checkout', 'sandbox'],
  '/api/sessions.php/expire': ['checkout', 'sandbox'],
  '/api/sessions.php/refund': ['checkout', 'sandbox'],
  '/api/sessions.php/pay-card': ['checkout', 'sandbox'],
  '/api/sessions.php/pay-card-submit': ['checkout', 'sandbox'],
  '/api/sessions.php/pay-card-cancel': ['checkout', 'sandbox'],
  '/api/session.php/create': ['checkout', 'sandbox'],
  '/api/session.php/expire': ['checkout', 'sandbox'],
  '/api/session.php/refund': ['checkout', 'sandbox'],
  '/api/business.php/payments/expire': ['business'],
  '/api/business.php/payments/refund': ['business'],
  '/api/business.php/chargebacks/respond': ['business'],
  '/api/sessions.php/pay-wallet': ['checkout', 'sandbox'],
  '/api/sessions.php/pay-bank-transfer': ['checkout'],
  '/api/sessions.php/pay-ussd': ['checkout'],
  '/api/sessions.php/pay-mobile-money': ['checkout'],
  '/api/sessions.php/pay-extwallet': ['checkout'],
  '/api/sessions.php/pay-cancel': ['checkout'],
  '/api/subscriptions.php/create-plan': ['business', 'checkout', 'sandbox'],
  '/api/subscriptions.php/update-plan': ['business', 'checkout', 'sandbox'],
  '/api/subscriptions.php/subscribe': ['business', 'checkout', 'sandbox'],
  '/api/subscriptions.php/refund': ['business', 'checkout', 'sandbox'],
  '/api/subscriptions.php/cancel': ['business', 'checkout', 'sandbox', 'app'],
  '/api/subscriptions.php/resume': ['business', 'checkout', 'sandbox', 'app'],
  '/api/subscriptions.php/change-plan': ['business', 'checkout', 'sandbox'],
  '/api/subscriptions.php/cancel-plan-change': ['business', 'checkout', 'sandbox'],
  '/api/subscriptions.php/update-customer': ['business', 'checkout', 'sandbox'],
  '/api/subscriptions.php/stop-autopay': ['app'],
  '/api/escrow.php/create': ['business', 'app'],
  '/api/escrow.php/release': ['business', 'app'],
  '/api/escrow.php/cancel': ['business', 'app'],
  '/api/escrow.php/dispute': ['business', 'app'],
  '/api/escrow.php/dispute-respond': ['business', 'app'],
  '/api/business.php/payroll/create': ['business'],
  '/api/payout.php/initiate': ['business', 'app'],
  '/api/admin.php/payouts/complete': ['business'],
  '/api/admin.php/payouts/fail': ['business'],
  '/api/admin.php/payouts/recheck': ['business'],
  '/api/admin.php/payouts/fund-float': ['business'],
  '/api/admin.php/subscriptions/release-charges': ['business'],
  '/api/invoices.php/create': ['business', 'sandbox'],
  '/api/invoices.php/update': ['business', 'sandbox'],
  '/api/invoices.php/send': ['business', 'sandbox'],
  '/api/invoices.php/void': ['business', 'sandbox'],
  '/api/invoices.php/credit': ['business', 'sandbox'],
  '/api/business.php/invoices/create': ['business', 'sandbox'],
  '/api/business.php/invoices/update': ['business', 'sandbox'],
  '/api/business.php/invoices/send': ['business', 'sandbox'],
  '/api/business.php/invoices/void': ['business', 'sandbox'],
  '/api/business.php/invoices/credit': ['business', 'sandbox'],
  '/api/features.php/payment-links/create': ['business', 'sandbox'],
  '/api/features.php/payment-links/update': ['business', 'sandbox'],
  '/api/payout.php/add-bank': ['business', 'app'],
  '/api/payout.php/delete-bank': ['business', 'app'],
  '/api/team.php/accept': ['business'],
  '/api/team.php/decline': ['business'],
  '/api/team.php/invite': ['business'],
  '/api/team.php/leave': ['business'],
  '/api/team.php/remove': ['business'],
  '/api/team.php/revoke-invitation': ['business'],
  '/api/team.php/set-role': ['business'],
  '/api/kyc.php/verify-bvn': ['business', 'app'],
  '/api/admin.php/approvals/approve': ['business'],
  '/api/admin.php/approvals/refuse': ['business'],
  '/api/admin.php/approvals/withdraw': ['business'],
  '/api/admin.php/escrow/resolve': ['business'],
  '/api/admin.php/fx/accept': ['business'],
  '/api/admin.php/fx/set': ['business'],
  '/api/admin.php/fx/set-spread': ['business'],
  '/api/admin.php/kyb/revoke': ['business'],
  '/api/admin.php/kyc/revoke': ['business'],
  '/api/admin.php/ledger/reverse': ['business'],
  '/api/admin.php/queues/run-job': ['business'],
  '/api/admin.php/deliveries/retry-parked': ['business'],
  '/api/admin.php/chargebacks/answer': ['business'],
  '/api/admin.php/chargebacks/settle': ['business'],
  '/api/admin.php/chargebacks/write-off': ['business'],
  '/api/admin.php/refunds/settle': ['business'],
  '/api/admin.php/refunds/retry': ['business'],
  '/api/admin.php/refunds/fail': ['business'],
  '/api/admin.php/refunds/return': ['business'],
  '/api/admin.php/unapplied/refund': ['business'],
  '/api/admin.php/unapplied/apply': ['business'],
  '/api/admin.php/unapplied/settle': ['business'],
  '/api/admin.php/notes/add': ['business'],
  '/api/admin.php/users/freeze': ['business'],
  '/api/admin.php/users/reset-2fa': ['business'],
  '/api/admin.php/users/set-freeze-reason': ['business'],
  '/api/admin.php/users/set-legal-hold': ['business'],
  '/api/admin.php/users/set-role': ['business'],
  '/api/admin.php/users/unfreeze': ['business'],
} as const satisfies Record<string, readonly Host[]>;
export type Action = keyof typeof ACTIONS;

/** Status of success, where it is not 200. */
export const DONE: Partial<Record<Action, number>> = {
  '/api/session.php/create': 201,
  // Always held for a second person.
  '/api/admin.php/kyb/revoke': 202,
  '/api/admin.php/kyc/revoke': 202,
  '/api/admin.php/users/reset-2fa': 202,
};

/**
 * Actions that a host serves but always refuses: the sandbox has cards and wallets only, the simulated company has no
 * widget.
 */
export const REFUSED: Record<string, readonly Host[]> = {
  '/api/sessions.php/pay-bank-transfer': ['sandbox'],
  '/api/sessions.php/pay-ussd': ['sandbox'],
  '/api/sessions.php/pay-mobile-money': ['sandbox'],
  '/api/sessions.php/pay-extwallet': ['sandbox'],
  '/api/sessions.php/pay-cancel': ['sandbox'],
  '/api/sessions.php/pay-card-init': ['checkout', 'sandbox'],
};

export class KeyTrials {
  private constructor(
    private readonly platform: Platform,
    readonly cases: Cases,
  ) {}

  static async open(platform: Platform): Promise<KeyTrials> {
    return new KeyTrials(platform, await openCases(platform));
  }

  prepare(action: Action, host: Host): Promise<Trial> {
    return this.cases[action]!.prepare(host, false);
  }

  /** A trial whose second body takes effect as well. */
  prepareTwoBodies(action: Action, host: Host): Promise<Trial> {
    return this.cases[action]!.prepare(host, true);
  }

  /** Returns a function that sends the request, always under the same key. */
  asking(action: Action, host: Host, trial: Trial, url: string = this.platform.urls[host]) {
    const idempotencyKey = randomUUID();
    const { path } = this.cases[action]!;
    return async (body: object): Promise<HttpAnswer> => {
      const credential = await trial.credential();
      return httpClient('POST', `${url}/api/${path}`, body, { ...credential, idempotencyKey });
    };
  }
}

/** Checks that all responses are equal and that one of them is the first. */
export async function expectOneEffect(action: Action, trial: Trial, answers: HttpAnswer[]): Promise<void> {
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(DONE[action] ?? 200);
  expect(answers.filter((answer) => !replayed(answer)).length).toBeLessThanOrEqual(1);
  expect(await trial.effects()).toBe(1);
}

/**
 * Repeats the request, as clients do, until the response is something other than a request to wait. Any other response
 * counts, including an internal error.
 */
export async function insisting(
  ask: () => Promise<HttpAnswer>,
  codes: readonly string[],
): Promise<HttpAnswer> {
  for (let tries = 1; ; tries++) {
    const answer = await ask();
    if (!asksToWait(answer, codes) || tries === 20) return answer;
  }
}

export function asksToWait({ body }: HttpAnswer, codes: readonly string[]): boolean {
  return codes.includes(body.error_code as string);
}

export function replayed({ headers }: HttpAnswer): boolean {
  return headers.get('idempotency-replayed') === 'true';
}

/**
 * Whether the body was processed: everything but a conflict with another body, or with the same request in progress.
 */
export function isTaken({ body }: HttpAnswer): boolean {
  return ![IN_PROGRESS, 'IDEMPOTENCY_CONFLICT'].includes(body.error_code as string);
}

export function isSettled({ status, body }: HttpAnswer): boolean {
  return status < 500 && ![IN_PROGRESS, 'CONFLICT'].includes(body.error_code as string);
}
