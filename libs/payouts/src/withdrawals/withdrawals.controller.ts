import { Body, Query } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { By, type Caller, Context, GetAction, ownerOf, PostAction, WireController } from '@app/http';
import { parseMajorToMinor } from '@app/kernel';
import { InitiateWithdrawal } from './commands/initiate-withdrawal';
import { settlementView, withdrawalView } from './withdrawal.view';
import { OwnWithdrawalsService } from './own-withdrawals.service';
import { InitiateWithdrawalBody, OwnWithdrawalsQuery } from './withdrawals.dto';
import { WithdrawalListsService } from './withdrawal-lists.service';

const PAID_BY_HAND = 'The withdrawal is paid by hand, within 24 hours.';
const EITHER = { credentials: ['session', 'secret-key'], team: 'money:read' } as const;

/** `payout.php`: money out of a wallet. */
@WireController('payout.php')
export class WithdrawalsController {
  constructor(
    private readonly commands: Commands,
    private readonly withdrawals: WithdrawalListsService,
    private readonly own: OwnWithdrawalsService,
  ) {}

  @PostAction('initiate', {
    ...EITHER,
    team: 'money:send',
    summary: 'Pay out of a wallet; 1 % fee on top, at least 1.00',
    scope: 'payouts:create',
    pin: true,
    wrongPinStatus: 401,
    sendsMoney: true,
    rate: 'payout',
    idempotent: true,
    refusals: [
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_TOO_NEW',
      'DAILY_LIMIT_EXCEEDED',
      'FORBIDDEN',
      'FX_RATE_UNAVAILABLE',
      'INSUFFICIENT_FUNDS',
      'INVALID_STATE',
      'NOT_FOUND',
      'WIRE_NOT_SUPPORTED',
    ],
  })
  initiate(@By() caller: Caller, @Context() context: RequestContext, @Body() body: InitiateWithdrawalBody) {
    const { method, amount, currency, details } = body;
    const { bank_id: bankId, extwallet_email: email, phone, network } = details;
    const command = new InitiateWithdrawal({
      ownerId: ownerOf(caller),
      amountMinor: parseMajorToMinor(amount)!,
      currency,
      destination: { method, bankId, email, phone, network },
    });
    return this.commands.answer(context, command, ({ withdrawal, newBalance }) => {
      const settlement = this.withdrawals.settlementOf(withdrawal);
      return {
        message: settlement === 'manual' ? PAID_BY_HAND : 'The withdrawal is on its way.',
        transaction_id: withdrawal.id,
        ...initiatedView(withdrawalView(withdrawal)),
        new_balance: newBalance,
        ...settlementView(withdrawal, settlement),
      };
    });
  }

  @GetAction('history', {
    ...EITHER,
    summary: 'The 50 most recent withdrawals, newest first',
    scope: 'payouts:read',
  })
  async history(@By() caller: Caller) {
    return (await this.withdrawals.recent(ownerOf(caller))).map((withdrawal) => this.shown(withdrawal));
  }

  @GetAction('list', { ...EITHER, summary: 'Withdrawals, newest first', scope: 'payouts:read' })
  async list(@By() caller: Caller, @Query() query: OwnWithdrawalsQuery) {
    return (await this.own.list(ownerOf(caller), query)).map((withdrawal) => this.shown(withdrawal));
  }

  private shown(withdrawal: Parameters<typeof withdrawalView>[0]) {
    return {
      ...withdrawalView(withdrawal),
      ...settlementView(withdrawal, this.withdrawals.settlementOf(withdrawal)),
    };
  }
}

/** What the answer to a request says of a withdrawal beside its id. */
function initiatedView(view: ReturnType<typeof withdrawalView>) {
  const { status, amount, fee, currency, payout_amount, payout_currency, rate, destination } = view;
  return { status, amount, fee, currency, payout_amount, payout_currency, rate, destination };
}
