import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sourcesBelow } from '../scripts/lib/source-figures.mjs';

const root = path.resolve(__dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/**
 * Each action by which staff change something, by its audit entry, with the file that refuses it for an object of the
 * caller. An action that concerns no object of a person has its reason in `NOT_OF_A_PERSON`.
 */
const REFUSED_BY: Readonly<Record<string, string>> = {
  'brands.approve': 'libs/accounts/src/brands/commands/decide-brand-name.ts',
  'brands.reject': 'libs/accounts/src/brands/commands/decide-brand-name.ts',
  'deliveries.retry-parked': 'libs/backoffice/src/parked-events/commands/retry-parked-event.ts',
  'chargebacks.answer': 'libs/chargebacks/src/chargebacks/commands/decide-chargeback.ts',
  'chargebacks.settle': 'libs/chargebacks/src/chargebacks/commands/decide-chargeback.ts',
  'chargebacks.write-off': 'libs/chargebacks/src/chargebacks/commands/decide-chargeback.ts',
  'escrow.resolve': 'libs/escrow/src/escrows/commands/resolve-dispute.ts',
  'kyb.approve': 'libs/kyc/src/kyb/commands/decide-kyb.ts',
  'kyb.claim': 'libs/kyc/src/kyb/commands/claim-kyb.ts',
  'kyb.reject': 'libs/kyc/src/kyb/commands/decide-kyb.ts',
  'kyb.reopen': 'libs/kyc/src/kyb/commands/reopen-kyb.ts',
  'kyb.revoke': 'libs/kyc/src/kyb/commands/revoke-kyb.ts',
  'kyc.approve': 'libs/kyc/src/documents/commands/approve-document.ts',
  'kyc.bvn-approve': 'libs/kyc/src/bvn/commands/decide-bvn-review.ts',
  'kyc.bvn-reject': 'libs/kyc/src/bvn/commands/decide-bvn-review.ts',
  'kyc.claim': 'libs/kyc/src/documents/commands/claim-document.ts',
  'kyc.name-approve': 'libs/kyc/src/names/commands/decide-name-change.ts',
  'kyc.name-reject': 'libs/kyc/src/names/commands/decide-name-change.ts',
  'kyc.reject': 'libs/kyc/src/documents/commands/reject-document.ts',
  'kyc.reopen': 'libs/kyc/src/documents/commands/reopen-document.ts',
  'kyc.revoke': 'libs/kyc/src/documents/commands/revoke-document.ts',
  'ledger.reverse': 'libs/ledger/src/reversals/commands/reverse-transaction.ts',
  'ledger.unfreeze': 'libs/ledger/src/faults/commands/unfreeze-wallet.ts',
  'payouts.complete': 'libs/payouts/src/withdrawals/commands/settle-withdrawal.ts',
  'payouts.fail': 'libs/payouts/src/withdrawals/commands/settle-withdrawal.ts',
  'payouts.recheck': 'libs/payouts/src/withdrawals/commands/recheck-withdrawal.ts',
  'payouts.reveal': 'libs/payouts/src/withdrawals/commands/reveal-destination.ts',
  'refunds.fail': 'libs/checkout/src/refunds/commands/decide-refund.ts',
  'refunds.retry': 'libs/checkout/src/refunds/commands/decide-refund.ts',
  'refunds.return': 'libs/checkout/src/refunds/commands/decide-refund.ts',
  'refunds.settle': 'libs/checkout/src/refunds/commands/decide-refund.ts',
  'unapplied.apply': 'libs/checkout/src/refunds/commands/decide-unapplied.ts',
  'unapplied.refund': 'libs/checkout/src/refunds/commands/decide-unapplied.ts',
  'unapplied.settle': 'libs/checkout/src/refunds/commands/decide-unapplied.ts',
  'users.freeze': 'libs/accounts/src/freezing/commands/freeze-user.ts',
  'users.reset-2fa': 'libs/accounts/src/two-factor/commands/reset-two-factor.ts',
  'users.set-freeze-reason': 'libs/accounts/src/freezing/commands/set-freeze-reason.ts',
  'users.set-legal-hold': 'libs/accounts/src/closing/commands/set-legal-hold.ts',
  'users.set-role': 'libs/accounts/src/staff/commands/set-staff-role.ts',
  'users.unfreeze': 'libs/accounts/src/freezing/commands/unfreeze-user.ts',
};

const NOT_OF_A_PERSON: Readonly<Record<string, string>> = {
  'approvals.approve': 'carries the held action out as the caller in a dry run, which refuses an own object',
  'approvals.refuse': 'the same',
  'approvals.withdraw': 'only the maker withdraws, which changes nothing',
  'fx.accept': 'a live rate applies to everyone',
  'fx.set': 'a rate applies to every payer',
  'fx.set-spread': 'a spread applies to everyone',
  'ledger.clear-fault': 'a fault that names a wallet is cleared by ledger.unfreeze only',
  'notes.add': 'a note decides nothing, and names its writer',
  'payouts.fund-float': 'the floats belong to the service',
  'queues.open': 'a link to the queue board',
  'queues.run-job': 'a job works on the objects of every account',
  'subscriptions.release-charges': 'a hold stops the charges of every account',
};

describe('Decisions of staff', () => {
  const declared = sourcesBelow('libs')
    .filter((file) => file.endsWith('.controller.ts'))
    .map(read)
    .filter((text) => text.includes("@WireController('admin.php')"))
    .flatMap((text) =>
      [...text.matchAll(/@PostAction\(\s*'([a-z]+)\/([a-z0-9-]+)'/g)].map(
        (found) => `${found[1]}.${found[2]}`,
      ),
    );

  it('are each refused for an own object, or listed with the reason why they concern none', () => {
    expect(declared.length).toBeGreaterThan(10);
    expect([...new Set(declared)].sort()).toEqual(
      [...Object.keys(REFUSED_BY), ...Object.keys(NOT_OF_A_PERSON)].sort(),
    );
  });

  it.each(Object.entries(REFUSED_BY))('%s is refused for an own object in %s', (_, file) => {
    expect(read(file)).toMatch(
      /^\s+((for \(.*\) )?assertNotOwn|await this\.directory\.assertOfAnotherPerson)\((?:caller|reviewer), /m,
    );
  });
});
