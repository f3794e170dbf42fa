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
  'deliveries.retry-parked': 'libs/backoffice/src/parked-events/commands/retry-parked-event.ts',
  'escrow.resolve': 'libs/escrow/src/commands/resolve-dispute.ts',
  'ledger.reverse': 'libs/ledger/src/reversals/commands/reverse-transaction.ts',
  'ledger.unfreeze': 'libs/ledger/src/faults/commands/unfreeze-wallet.ts',
  'unapplied.apply': 'libs/checkout/src/refunds/commands/decide-unapplied.ts',
  'unapplied.refund': 'libs/checkout/src/refunds/commands/decide-unapplied.ts',
  'unapplied.settle': 'libs/checkout/src/refunds/commands/decide-unapplied.ts',
};

const NOT_OF_A_PERSON: Readonly<Record<string, string>> = {
  'approvals.approve': 'carries the held action out as the caller in a dry run, which refuses an own object',
  'approvals.refuse': 'the same',
  'approvals.withdraw': 'only the maker withdraws, which changes nothing',
  'fx.set': 'a rate applies to every payer',
  'ledger.clear-fault': 'a fault that names a wallet is cleared by ledger.unfreeze only',
  'queues.open': 'a link to the queue board',
  'queues.run-job': 'a job works on the objects of every account',
};

describe('Decisions of staff', () => {
  const declared = sourcesBelow('libs')
    .filter((file) => file.endsWith('.controller.ts'))
    .flatMap((file) => [...read(file).matchAll(/\baudit: '([^']+)'/g)].map(([, name]) => name!));

  it('are each refused for an own object, or listed with the reason why they concern none', () => {
    expect(declared.length).toBeGreaterThan(10);
    expect([...new Set(declared)].sort()).toEqual(
      [...Object.keys(REFUSED_BY), ...Object.keys(NOT_OF_A_PERSON)].sort(),
    );
  });

  it.each(Object.entries(REFUSED_BY))('%s is refused for an own object in %s', (_, file) => {
    expect(read(file)).toMatch(/^\s+(for \(.*\) )?assertNotOwn\(caller, /m);
  });
});
