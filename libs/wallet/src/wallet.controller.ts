import { Body, Query } from '@nestjs/common';
import { RecipientsService } from '@app/accounts';
import { type RequestContext, Commands } from '@app/write-path';
import { By, Context, type Caller, GetAction, ownerOf, PostAction, WireController } from '@app/http';
import { Clock, CURRENCY_SYMBOLS, invalid, notFound, parseMajorToMinor } from '@app/kernel';
import { BalanceHistoryQueries, MovementSumsQueries } from '@app/ledger';
import { CreateWallet } from './wallets/commands/create-wallet';
import { SetPrimaryWallet } from './wallets/commands/set-primary-wallet';
import { TransferFunds } from './transfers/commands/transfer-funds';
import { historyRequest } from './history/history-request.policy';
import { HistoryQuery } from './history/transactions.dto';
import { TransactionsQueries } from './history/transactions.queries';
import { transferView } from './transfers/transfer.view';
import {
  BalanceQuery,
  CreateWalletBody,
  LookupQuery,
  SetPrimaryBody,
  TransferBody,
} from './wallets/wallet.dto';
import { walletMissing } from './wallets/wallet.errors';
import { WalletQueries, type WalletView } from './wallets/wallet.queries';
import { walletView } from './wallets/wallet.view';

const EITHER = { credentials: ['session', 'secret-key'], team: 'money:read' } as const;
const ACT = { ...EITHER, team: 'money:send' } as const;

@WireController('wallet.php')
export class WalletController {
  constructor(
    private readonly commands: Commands,
    private readonly wallets: WalletQueries,
    private readonly transactions: TransactionsQueries,
    private readonly sums: MovementSumsQueries,
    private readonly past: BalanceHistoryQueries,
    private readonly recipients: RecipientsService,
    private readonly clock: Clock,
  ) {}

  @GetAction('balance', {
    ...EITHER,
    summary: 'Balance of a wallet and its month',
    scope: 'wallet:read',
    refusals: ['NOT_FOUND'],
  })
  async balance(@By() caller: Caller, @Query() { currency, at }: BalanceQuery) {
    const wallet = await this.wallets.find(ownerOf(caller), currency);
    if (!wallet) throw walletMissing(currency);
    if (at !== undefined) return this.balanceAt(wallet, new Date(at));
    const now = this.clock.now();
    const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
    const month = await this.sums.flow(wallet.id, wallet.currency, monthStart);
    return {
      balance: wallet.balance.text,
      locked_balance: wallet.locked.text,
      currency: wallet.currency,
      currency_symbol: CURRENCY_SYMBOLS[wallet.currency],
      month_in: month.in.toJsonNumber(),
      month_out: month.out.toJsonNumber(),
    };
  }

  @GetAction('wallets', { ...EITHER, summary: 'All wallets, the primary one first' })
  async list(@By() caller: Caller) {
    return (await this.wallets.list(ownerOf(caller))).map(walletView);
  }

  @PostAction('create-wallet', {
    ...ACT,
    summary: 'Open a wallet in a further currency',
    scope: 'wallet:transfer',
    idempotent: true,
  })
  create(@By() caller: Caller, @Context() context: RequestContext, @Body() { currency }: CreateWalletBody) {
    return this.commands.answer(context, new CreateWallet(ownerOf(caller), currency), walletView);
  }

  @PostAction('set-primary', {
    ...ACT,
    summary: 'Choose the primary wallet',
    scope: 'wallet:transfer',
    refusals: ['NOT_FOUND'],
  })
  async setPrimary(@By() caller: Caller, @Context() context: RequestContext, @Body() body: SetPrimaryBody) {
    return this.commands.answer(context, new SetPrimaryWallet(ownerOf(caller), body.wallet_id));
  }

  @PostAction('transfer', {
    ...ACT,
    summary: 'Send money to another account; 0.1 % fee on top',
    scope: 'wallet:transfer',
    pin: true,
    sendsMoney: true,
    rate: 'money',
    idempotent: true,
    refusals: ['FORBIDDEN', 'FX_RATE_UNAVAILABLE', 'INSUFFICIENT_FUNDS', 'INVALID_STATE', 'NOT_FOUND'],
  })
  transfer(@By() caller: Caller, @Context() context: RequestContext, @Body() body: TransferBody) {
    const { recipient: text, recipient_type: type, amount, currency, note } = body;
    const minor = parseMajorToMinor(amount)!;
    const command = new TransferFunds(ownerOf(caller), { text, type }, minor, currency, note ?? null);
    return this.commands.answer(context, command, (transfer) => transferView(transfer, context));
  }

  private async balanceAt({ id, currency }: WalletView, at: Date) {
    if (at > this.clock.now()) throw invalid('at', 'at must not lie in the future.');
    const { balance } = await this.past.at(id, currency, at);
    return { balance: balance.text, currency, at };
  }

  @GetAction('lookup', {
    ...ACT,
    summary: 'Find an account',
    scope: 'wallet:read',
    rate: 'lookup',
    refusals: ['NOT_FOUND'],
  })
  async lookup(@By() caller: Caller, @Query() { usertag, email, phone, q }: LookupQuery) {
    const asked = [usertag, email, phone, q].filter((given) => given !== undefined);
    if (asked.length !== 1) throw invalid('q', 'Send one of usertag, email, phone and q.');
    const type = email ? 'email' : phone ? 'phone' : undefined;
    const found =
      (await this.recipients.find(ownerOf(caller), asked[0]!, type)) ??
      // A tag may consist of digits, which look like a phone number.
      (usertag && (await this.recipients.find(ownerOf(caller), usertag, 'usertag')));
    if (!found) throw notFound('Account');
    return { usertag: found.usertag, name: found.maskedName, type: found.accountType };
  }

  @GetAction('history', {
    ...EITHER,
    summary: 'Movements of a wallet, newest first',
    scope: 'wallet:read',
    refusals: ['NOT_FOUND'],
  })
  history(@By() caller: Caller, @Query() query: HistoryQuery) {
    return this.transactions.history(ownerOf(caller), historyRequest(query));
  }
}
