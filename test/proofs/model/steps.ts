import * as fc from 'fast-check';
import { register } from './accounts';
import { ask } from './ask';
import {
  billsOpened,
  cardsCharged,
  cardsRemoved,
  companyTells,
  otherAmountsReturned,
} from './card-charge-steps';
import { paymentsTakenBack } from './chargeback-steps';
import { closings } from './closing-steps';
import { customersChanged } from './customer-steps';
import { deposits, depositsByCode, gatewayEvents, verified } from './card-steps';
import { disputesResolved, escrowsCreated, escrowsEnded, portalsUsed } from './escrow-steps';
import {
  invoicesCredited,
  invoicesDrafted,
  invoicesPaid,
  invoicesRead,
  invoicesSent,
  invoicesVoided,
} from './invoice-steps';
import { linksCreated, linksPaid, linksSwitched } from './link-steps';
import { withdrawalsMade, withdrawalsSettled } from './payout-steps';
import { paymentsRequested, requestsAnswered, requestsRead } from './payment-request-steps';
import { checkoutRatesChanged, ratesChanged, spreadsChanged, waits } from './rate-steps';
import { balancesRead, historiesRead } from './read-steps';
import { buttonsPaid, subscribedPublicly } from './public-subscription-steps';
import { freezes } from './freeze-steps';
import { foldsDone, reportsRead } from './report-steps';
import type { Service } from './service';
import { plansChanged } from './plan-change-steps';
import { refundsDecided, sessionsRefunded } from './refund-steps';
import { reversals } from './reversal-steps';
import {
  guestsPaid,
  lateMoney,
  otherWalletsRefused,
  sessionsExpired,
  sessionsOpened,
  sessionsPaid,
  sessionsPaidFromWallets,
} from './session-steps';
import { currency, nat, pick, Step } from './step';
import { plansSwitched, subscribed } from './subscribe-steps';
import {
  chargesStopped,
  linksOfBillsPaid,
  renewals,
  subscriptionsCancelled,
  subscriptionsEnding,
  subscriptionsResumed,
} from './subscription-steps';
import { membersActed } from './team-steps';
import { primariesChosen, transfers, walletsOpened } from './wallet-steps';
import { payrollsRun } from './payroll-steps';
import { callerOf, type World } from './world';

const MAX_ACCOUNTS = 6;

const registrations = currency.map(
  (primary) =>
    new Step(
      ...(['Register', { primary }] as const),
      (world, service) => register(world, service, primary),
      (world) => world.books.accounts.length < MAX_ACCOUNTS,
    ),
);

/** Repeats a key with its request, or with another request of the same account. */
const repeats = fc.record({ of: nat, other: fc.option(nat) }).map(
  (input) =>
    new Step(
      ...(['Repeat', input] as const),
      async (world, service) => {
        const { key, request } = pick(world.keyed, input.of);
        const own = world.keyed.filter((entry) => callerOf(entry.request) === callerOf(request));
        await ask(world, service, input.other === null ? request : pick(own, input.other).request, key);
      },
      (world) => world.keyed.length > 0,
    ),
);

/** Of subscriptions. */
const billing: [number, fc.Arbitrary<Step>][] = [
  [4, subscribed],
  [3, subscribedPublicly],
  [4, buttonsPaid],
  [2, customersChanged],
  [8, linksOfBillsPaid],
  [8, renewals],
  [1, subscriptionsCancelled],
  [1, subscriptionsEnding],
  [1, subscriptionsResumed],
  [1, chargesStopped],
  [5, plansChanged],
  [1, plansSwitched],
  [6, cardsCharged],
  [1, cardsRemoved],
  [1, companyTells],
  [2, billsOpened],
  [1, otherAmountsReturned],
];

/** What sequences of billing need more of: bills are paid, and cycles pass. */
const frequent: [number, fc.Arbitrary<Step>][] = [
  [3, deposits],
  [8, linksOfBillsPaid],
  [8, renewals],
  [8, cardsCharged],
  [4, plansChanged],
];

/** Relative frequencies of the steps. */
const weighted: [number, fc.Arbitrary<Step>][] = [
  [11, transfers],
  [4, withdrawalsMade],
  [3, withdrawalsSettled],
  [2, payrollsRun],
  [2, paymentsRequested],
  [4, requestsAnswered],
  [1, requestsRead],
  [10, repeats],
  [6, deposits],
  [2, depositsByCode],
  [3, verified],
  [2, gatewayEvents],
  [4, walletsOpened],
  [3, primariesChosen],
  [1, registrations],
  [2, closings],
  [1, membersActed],
  [4, sessionsOpened],
  [4, sessionsPaid],
  [2, sessionsPaidFromWallets],
  [3, guestsPaid],
  [1, otherWalletsRefused],
  [1, sessionsExpired],
  [1, lateMoney],
  [6, sessionsRefunded],
  [4, refundsDecided],
  [2, paymentsTakenBack],
  [4, escrowsCreated],
  [4, escrowsEnded],
  [1, portalsUsed],
  [3, disputesResolved],
  [3, reversals],
  [2, freezes(repeats)],
  [3, invoicesDrafted],
  [3, invoicesSent],
  [5, invoicesPaid],
  [1, invoicesVoided],
  [2, invoicesCredited],
  [1, invoicesRead],
  [2, linksCreated],
  [4, linksPaid],
  [1, linksSwitched],
  ...billing,
  [4, ratesChanged],
  [1, checkoutRatesChanged],
  [1, spreadsChanged],
  [3, waits],
  [3, balancesRead],
  [4, historiesRead],
  [3, reportsRead],
  [2, foldsDone],
];

/** A sequence of at most so many steps, of every kind, or of subscriptions and what fills the wallets that pay them. */
export function sequences(most: number, kind: 'any' | 'billing' = 'any') {
  const ofKind = kind === 'any' ? weighted : [...billing, ...frequent];
  const choices = ofKind.flatMap(([weight, step]) => Array.from({ length: weight }, () => step));
  return fc.commands<World, Service, false>(choices as never, { maxCommands: most, size: 'max' });
}
