import * as fc from 'fast-check';
import { meets, refused } from './ask';
import { deposits, gatewayEvents, verified } from './card-steps';
import { escrowsCreated, escrowsEnded, portalsUsed } from './escrow-steps';
import { withdrawalsMade, withdrawalsSettled } from './payout-steps';
import { paymentsRequested, requestsAnswered } from './payment-request-steps';
import { reversals } from './reversal-steps';
import type { Service } from './service';
import { guestsPaid, sessionsPaid } from './session-steps';
import { accountAt, nat, Step } from './step';
import { transfers, walletsOpened } from './wallet-steps';

/** What the frozen account, its counterparties, guests, staff and payment providers do meanwhile. */
const meanwhile = fc.oneof(
  ...[transfers, withdrawalsMade, escrowsCreated, paymentsRequested, walletsOpened, deposits, verified],
  ...[escrowsEnded, requestsAnswered, sessionsPaid, guestsPaid, portalsUsed, gatewayEvents],
  ...[withdrawalsSettled, reversals],
);

const stepOf = (repeats: fc.Arbitrary<Step>) =>
  fc.oneof({ weight: 8, arbitrary: meanwhile }, { weight: 1, arbitrary: repeats });

/**
 * Compliance freezes an account for a while. Its key is refused and it cannot be found; what was agreed before ends, and
 * its wallets receive.
 */
export const freezes = (repeats: fc.Arbitrary<Step>) =>
  fc.record({ account: nat, steps: fc.array(stepOf(repeats), { minLength: 1, maxLength: 6 }) }).map(
    ({ account, steps }) =>
      new Step('Freeze', { account, steps: steps.map(String) }, async (world, service) => {
        const frozen = accountAt(world, account);
        await decideTwice(service, frozen, 'freeze');
        world.frozen = frozen;
        for (const step of steps) if (step.check(world)) await step.run(world, service);
        await decideTwice(service, frozen, 'unfreeze');
        world.frozen = null;
        service.signedOut(frozen);
      }),
  );

async function decideTwice(service: Service, account: number, action: 'freeze' | 'unfreeze'): Promise<void> {
  const path = `admin.php?section=users&action=${action}`;
  const body = { user_id: service.ids[account], reason: 'Reported by a customer' };
  const reply = await service.byCompliance(path, body);
  meets(reply, { status: 200, fields: { user_id: body.user_id, frozen: action === 'freeze' } });
  meets(await service.byCompliance(path, body), refused(409, 'INVALID_STATE'));
}
