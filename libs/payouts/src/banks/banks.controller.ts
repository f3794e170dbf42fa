import { Body, Query } from '@nestjs/common';
import { By, type Caller, Context, GetAction, ownerOf, PostAction, WireController } from '@app/http';
import { invalid } from '@app/kernel';
import { Commands, type RequestContext } from '@app/write-path';
import { PayoutRoutes } from '../providers/payout-provider.port';
import { AccountHoldersQueries } from './account-holders.queries';
import { BankListsService } from './bank-lists.service';
import {
  AddBankBody,
  DeleteBankBody,
  ListBanksQuery,
  ListBranchesQuery,
  ResolveAccountQuery,
} from './banks.dto';
import { DeleteBank } from './commands/delete-bank';
import { SaveAccount } from './flows/save-account';
import { SavedAccountsService } from './saved-accounts.service';
import { bankView, branchView } from './saved-account.view';

const READS = {
  credentials: ['session', 'secret-key'],
  scope: 'payouts:read',
  team: 'money:read',
} as const;
const WRITES = { ...READS, scope: 'payouts:create', team: 'money:send', idempotent: true } as const;

/** `payout.php`: banks, and the accounts that withdrawals can be paid to. */
@WireController('payout.php')
export class BanksController {
  constructor(
    private readonly commands: Commands,
    private readonly lists: BankListsService,
    private readonly holders: AccountHoldersQueries,
    private readonly saveAccount: SaveAccount,
    private readonly accounts: SavedAccountsService,
    private readonly routes: PayoutRoutes,
  ) {}

  @GetAction('list-banks', {
    ...READS,
    summary: 'Banks of a country that payouts reach',
    rate: 'inquiry',
    refusals: ['GATEWAY_ERROR'],
  })
  async listBanks(@Query() { country }: ListBanksQuery) {
    const settlement = this.routes.settlementFor({ method: 'bank', scheme: 'local' });
    return (await this.lists.banks(country)).map((bank) => bankView(bank, country, settlement));
  }

  @GetAction('list-branches', {
    ...READS,
    summary: 'Branches of a bank; Ghana needs them',
    rate: 'inquiry',
    refusals: ['GATEWAY_ERROR'],
  })
  async listBranches(@Query() { country, bank_code: code }: ListBranchesQuery) {
    return (await this.lists.branches(country, code)).map(branchView);
  }

  @GetAction('resolve-account', {
    ...READS,
    summary: 'Holder of an account; Nigeria only',
    rate: 'inquiry',
    refusals: ['GATEWAY_ERROR', 'NOT_FOUND'],
  })
  async resolveAccount(@Query() { account_number, bank_code, country = 'NG' }: ResolveAccountQuery) {
    if (country !== 'NG') throw invalid('country', 'Accounts can be looked up in Nigeria (NG) only.');
    const account = { accountNumber: account_number, bankCode: bank_code };
    return { account_number, account_name: await this.holders.nameOf(account), bank_code };
  }

  @GetAction('my-banks', { ...READS, summary: 'Saved payout accounts, with masked numbers' })
  myBanks(@By() caller: Caller) {
    return this.accounts.listOf(ownerOf(caller));
  }

  @PostAction('add-bank', {
    ...WRITES,
    summary: 'Save a payout account, at most five',
    rate: 'inquiry',
    refusals: ['GATEWAY_ERROR', 'LIMIT_REACHED'],
  })
  addBank(@By() caller: Caller, @Context() context: RequestContext, @Body() body: AddBankBody) {
    return this.saveAccount.save(context, ownerOf(caller), body);
  }

  @PostAction('delete-bank', { ...WRITES, summary: 'Delete a saved payout account', refusals: ['NOT_FOUND'] })
  deleteBank(@By() caller: Caller, @Context() context: RequestContext, @Body() { id }: DeleteBankBody) {
    return this.commands.answer(context, new DeleteBank(ownerOf(caller), String(id)), () => ({ id }));
  }
}
