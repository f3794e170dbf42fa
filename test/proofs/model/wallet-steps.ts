import type { Currency } from '@app/kernel';
import * as fc from 'fast-check';
import { meets, refused } from './ask';
import { accountAt, asking, currency, keyed, minor, nat, Step } from './step';
import { createWallet, transfer } from './wallet-requests';

const amount = fc.oneof(
  { weight: 3, arbitrary: fc.record({ minor }) },
  { weight: 4, arbitrary: fc.record({ permilleOfBalance: fc.integer({ min: 0, max: 700 }) }) },
  { weight: 2, arbitrary: fc.record({ beyondEverything: fc.constantFrom(0n, 1n) }) },
);

export const transfers = fc
  .record({
    from: nat,
    amount,
    currency: fc.option(currency),
    keyed,
    to: fc.oneof({ weight: 30, arbitrary: nat }, { weight: 1, arbitrary: fc.constant('unknown' as const) }),
    by: fc.constantFrom('usertag' as const, '@usertag' as const, 'email' as const),
    note: fc.option(fc.constantFrom('Rent', "O'Brien; DROP", '50 %')),
  })
  .map((request) =>
    asking('Transfer', request, (world) => {
      const to = request.to === 'unknown' ? request.to : accountAt(world, request.to);
      return transfer(world, { ...request, from: accountAt(world, request.from), to });
    }),
  );

export const walletsOpened = fc
  .record({ account: nat, currency, keyed })
  .map((request) =>
    asking('CreateWallet', request, (world) =>
      createWallet(world, accountAt(world, request.account), request.currency),
    ),
  );

const NO_WALLET = '00000000-0000-7000-8000-000000000000';

export const primariesChosen = fc.record({ account: nat, currency }).map(
  (request) =>
    new Step('SetPrimary', request, async (world, service) => {
      const account = accountAt(world, request.account);
      const owner = world.books.accounts[account]!;
      const list = await service.of(account, 'GET', 'wallet.php?action=wallets');
      const wallets = list.body.data as { id: string; currency_code: Currency; is_primary: number }[];
      const codes = wallets.map(({ currency_code }) => currency_code);
      expect([...codes].sort()).toEqual([...owner.wallets.keys()].sort());
      expect(wallets.filter(({ is_primary }) => is_primary === 1)).toEqual([wallets[0]]);
      expect(codes[0]).toBe(owner.primary);
      const chosen = wallets.find(({ currency_code }) => currency_code === request.currency);
      const body = { wallet_id: chosen?.id ?? NO_WALLET };
      const reply = await service.of(account, 'POST', 'wallet.php?action=set-primary', body);
      meets(reply, chosen ? { status: 200, fields: {} } : refused(404, 'NOT_FOUND'));
      if (chosen) owner.primary = request.currency;
    }),
);
