import * as fc from 'fast-check';
import { register } from './accounts';
import { ask, meets, refused, text } from './ask';
import type { Service } from './service';
import { accountAt, nat, Step } from './step';
import { transfer } from './wallet-requests';

/** Balances below this can be given up. */
const SMALLEST_PAYOUT = 100n;

/**
 * An account opens, is paid, and closes. It takes no money afterwards. What it cannot give up it sends back before.
 */
export const closings = fc
  .record({
    payer: nat,
    minor: fc.constantFrom(1n, 99n, 100n, 101n, 10_000n),
    asksFirst: fc.boolean(),
    back: fc.constantFrom('usertag', 'email'),
  })
  .map(
    (request) =>
      new Step('Close', request, async (world, service) => {
        const payer = accountAt(world, request.payer);
        const { accounts } = world.books;
        const closing = accounts.length;
        await register(world, service, accounts[payer]!.primary);
        const { usertag, email, primary } = accounts[closing]!;
        const wallet = accounts[closing]!.wallet(primary)!;
        const shared = { by: 'usertag', currency: primary, note: null } as const;
        const pay = { ...shared, from: payer, to: closing, amount: { minor: request.minor } } as const;
        await ask(world, service, transfer(world, pay), null);

        if (wallet.balance > 0n && request.asksFirst) await refuse(service, closing, false);
        if (wallet.balance >= SMALLEST_PAYOUT) {
          await refuse(service, closing, true);
          const amount = { minor: world.books.affordable(wallet.balance) };
          await ask(world, service, transfer(world, { ...shared, from: closing, to: payer, amount }), null);
        }
        meets(await close(service, closing, true), { status: 200, fields: {} });
        world.books.move('given-up-balances', primary, wallet.balance);
        wallet.balance = 0n;

        const byKey = await service.of(closing, 'GET', 'wallet.php?action=balance');
        meets(byKey, refused(401, 'INVALID_API_KEY'));
        await expectNothing(service, closing);
        accounts.pop();
        for (const list of [service.ids, service.people, service.keys, service.publicKeys]) list.pop();
        service.signedOut(closing);
        const recipient = request.back === 'email' ? email : usertag;
        const late = { recipient, amount: text(request.minor), currency: primary };
        const reply = await service.of(payer, 'POST', 'wallet.php?action=transfer', late);
        meets(reply, refused(404, 'NOT_FOUND'));
      }),
  );

async function close(service: Service, account: number, givesUpRest: boolean) {
  const { password } = service.people[account]!;
  return service.call({
    host: 'business',
    method: 'POST',
    path: 'settings.php?action=close-account',
    body: { password, ...(givesUpRest && { give_up_rest: true }) },
    ...(await service.signedInAs(account)),
  });
}

async function refuse(service: Service, account: number, givesUpRest: boolean): Promise<void> {
  meets(await close(service, account, givesUpRest), refused(409, 'INVALID_STATE'));
}

async function expectNothing({ platform, ids }: Service, account: number): Promise<void> {
  const held = await platform.sql(
    `SELECT b.balance_minor FROM ledger.balances b JOIN ledger.accounts a ON a.id = b.account_id
      WHERE a.owner_id = $1 AND b.balance_minor <> 0`,
    [ids[account]],
  );
  expect(held).toEqual([]);
}
