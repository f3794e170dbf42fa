import * as fc from 'fast-check';
import { CARDS, cardOf } from '../../support/test-cards';
import { ask, meets, text } from './ask';
import { code, deposit, verify } from './card-requests';
import type { Service } from './service';
import { accountAt, asking, currency, keyed, minor, nat, pick, Step } from './step';
import type { Deposit } from './world';

export const deposits = fc
  .record({
    account: nat,
    currency,
    minor,
    keyed,
    card: fc.constantFrom('approved' as const, 'approved' as const, 'declined' as const),
  })
  .map((request) =>
    asking('Deposit', request, (world) =>
      deposit(world, { ...request, account: accountAt(world, request.account) }),
    ),
  );

export const depositsByCode = fc.record({ account: nat, currency, minor, isRight: fc.boolean() }).map(
  (input) =>
    new Step('DepositByCode', input, async (world, service) => {
      const account = accountAt(world, input.account);
      const { minor: amount, currency: code_ } = input;
      const reply = await service.of(account, 'POST', 'deposit.php?action=charge-card-gw', {
        amount: text(amount),
        currency: code_,
        card: cardOf(CARDS.otp),
      });
      meets(reply, { status: 200, fields: { status: 'pending', auth_mode: 'otp' } });
      const { tx_ref: txRef, gw_ref: gwRef } = reply.body as { tx_ref: string; gw_ref: string };
      const waiting: Deposit = { account, txRef, minor: amount, currency: code_, isCredited: false };
      world.deposits.push(waiting);
      const request = code(world, waiting, gwRef, input.isRight);
      await ask(world, service, request, world.newKey(request));
    }),
);

export const verified = fc
  .record({ deposit: nat, keyed })
  .map((request) =>
    asking('Verify', request, (world) =>
      world.deposits.length === 0 ? null : verify(pick(world.deposits, request.deposit)),
    ),
  );

/** The gateway repeats an event or sends a false one. Neither moves money. */
export const gatewayEvents = fc.record({ deposit: nat, status: fc.constantFrom('successful', 'failed') }).map(
  (request) =>
    new Step(
      ...(['GatewayEvent', request] as const),
      (world, service) => tell(service, pick(world.deposits, request.deposit).txRef, request.status),
      (world) => world.deposits.length > 0,
    ),
);

/** The card gateway sends an event about one of its transactions. */
export async function tell(service: Service, reference: string, status: string): Promise<void> {
  const reply = await service.call({
    host: 'business',
    method: 'POST',
    path: 'gateway-events.php',
    headers: { 'verif-hash': service.platform.config.env.GATEWAY_EVENT_HASH },
    body: { event: 'charge.completed', data: { id: 1, tx_ref: reference, status, amount: 999_999_999 } },
  });
  expect(reply.status).toBe(200);
}
