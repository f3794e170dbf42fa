import { SendPayouts } from '@app/payouts';
import * as fc from 'fast-check';
import { meets } from './ask';
import { initiate, settle } from './payout-requests';
import { accountAt, asking, currency, keyed, minor, nat, pick, Step } from './step';

const amount = fc.oneof(
  { weight: 1, arbitrary: minor.map((of) => ({ minor: of })) },
  { weight: 3, arbitrary: fc.record({ permilleOfBalance: fc.integer({ min: 1, max: 1000 }) }) },
);

export const withdrawalsMade = fc
  .record({ from: nat, amount, currency: fc.option(currency), keyed })
  .map((request) =>
    asking('Withdraw', request, (world) => {
      const from = accountAt(world, request.from);
      const balance = world.books.accounts[from]!.wallet(request.currency ?? undefined)?.balance ?? 0n;
      const given = request.amount;
      const taken = 'minor' in given ? given.minor : (balance * BigInt(given.permilleOfBalance)) / 1000n;
      return initiate(world, { ...request, from, minor: taken > 0n ? taken : 1n });
    }),
  );

/** Finance says what became of any withdrawal, whether or not it has ended. */
export const withdrawalsSettled = fc
  .record({ at: nat, action: fc.constantFrom('complete' as const, 'fail' as const) })
  .map(
    (request) =>
      new Step(
        ...(['SettleWithdrawal', request] as const),
        async (world, service) => {
          const withdrawal = pick(world.withdrawals, request.at);
          const { uuid } = withdrawal;
          // New ones are handed to finance, as no provider serves mobile money.
          await service.platform.inside('scheduler', SendPayouts).run();
          const body =
            request.action === 'complete'
              ? { uuid, reference: `paid ${uuid}`, note: 'Paid by hand' }
              : { uuid, reason: 'No such number' };
          const path = `admin.php?section=payouts&action=${request.action}`;
          meets(await service.byStaff(path, body), settle(world, withdrawal, request.action));
        },
        (world) => world.withdrawals.length > 0,
      ),
  );
