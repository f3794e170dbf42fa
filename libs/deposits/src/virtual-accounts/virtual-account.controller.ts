import { By, type Caller, GetAction, ownerOf, WireController } from '@app/http';
import { AccountHoldersQueries } from './account-holders.queries';
import { bvnRequired } from './virtual-account.errors';
import { virtualAccountView } from './virtual-account.view';
import { VirtualAccountsStore } from './virtual-accounts.store';

/** The permanent account number by which money comes into a wallet. */
@WireController('deposit.php')
export class VirtualAccountController {
  constructor(
    private readonly accounts: VirtualAccountsStore,
    private readonly holders: AccountHoldersQueries,
  ) {}

  @GetAction('virtual-account', {
    summary: 'The permanent NGN account number whose transfers credit the wallet',
    credentials: ['session', 'secret-key'],
    refusals: ['BVN_REQUIRED', 'NOT_FOUND'],
  })
  async show(@By() caller: Caller) {
    const ownerId = ownerOf(caller);
    const account = await this.accounts.find(ownerId);
    if (!account) throw bvnRequired(await this.holders.byId(ownerId));
    return virtualAccountView(account);
  }
}
