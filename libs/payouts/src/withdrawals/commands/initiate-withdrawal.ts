import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectoryQueries } from '@app/accounts';
import { type BalanceAfter, Prepared, PreparedCommand, UnitOfWork } from '@app/write-path';
import { FxService, rateUnavailable } from '@app/fx';
import { Clock, type Currency, Money, type Rate, uuidv7 } from '@app/kernel';
import { type Level, LEVELS } from '@app/kyc';
import { dayOf } from '@app/ledger';
import { WorkQueue } from '@app/queue';
import { WalletAccountsService, walletMissing } from '@app/wallet';
import { isBelowMinimum, payoutFee } from '../payout-fee.policy';
import { type RequestedDestination, WithdrawalDestinationsService } from '../withdrawal-destinations.service';
import { Withdrawal } from '../withdrawal.aggregate';
import {
  belowMinimum,
  dailyLimitExceeded,
  payoutConvertsToNothing,
  verificationRequired,
} from '../withdrawal.errors';
import { WithdrawalRepository } from '../withdrawal.repository';

/** The level from which an account may withdraw. */
const MIN_LEVEL = 1;

export interface WithdrawalRequest {
  ownerId: string;
  amountMinor: bigint;
  /** The wallet that pays; the primary one where absent. */
  currency: Currency | undefined;
  destination: RequestedDestination;
}

export interface InitiatedWithdrawal {
  withdrawal: Withdrawal;
  newBalance: BalanceAfter;
}

/** Takes amount and fee from a wallet, to be paid out. No provider is called before it is committed. */
export class InitiateWithdrawal extends PreparedCommand<InitiatedWithdrawal> {
  constructor(readonly request: WithdrawalRequest) {
    super();
  }
}

@CommandHandler(InitiateWithdrawal)
export class InitiateWithdrawalHandler implements ICommandHandler<InitiateWithdrawal> {
  constructor(
    private readonly directory: UserDirectoryQueries,
    private readonly wallets: WalletAccountsService,
    private readonly destinations: WithdrawalDestinationsService,
    private readonly fx: FxService,
    private readonly withdrawals: WithdrawalRepository,
    private readonly unit: UnitOfWork,
    private readonly queue: WorkQueue,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws KYC_REQUIRED, WIRE_NOT_SUPPORTED, ACCOUNT_NOT_FOUND, ACCOUNT_TOO_NEW, VALIDATION_ERROR, and FX_RATE_UNAVAILABLE
   * where the amount cannot be counted in USD. Funds and the daily limit are decided by the ledger.
   */
  async execute({ request }: InitiateWithdrawal): Promise<Prepared<InitiatedWithdrawal>> {
    const { ownerId, amountMinor, currency, destination: requested } = request;
    const [standing, wallet] = await Promise.all([
      this.directory.standingOf(ownerId),
      this.wallets.walletFor(ownerId, currency),
    ]);
    if (!standing || standing.kycLevel < MIN_LEVEL) throw verificationRequired();
    if (!wallet) throw walletMissing(currency);
    const amount = new Money(amountMinor, wallet.currency);
    if (isBelowMinimum(amount)) throw belowMinimum(wallet.currency);
    const {
      method,
      destination,
      shown,
      bankName,
      currency: target,
    } = await this.destinations.find(ownerId, requested, wallet.currency);
    const [{ payout, rate }, usdRate] = await Promise.all([
      this.converted(amount, target),
      this.fx.currentRateOf(wallet.currency, 'USD'),
    ]);
    if (!usdRate) throw rateUnavailable(wallet.currency, 'USD');
    const cents = amount.collectedAs('USD', usdRate).minor;
    const cap = BigInt(LEVELS[standing.kycLevel as Level].dailyLimitUsd) * 100n;

    return new Prepared((): InitiatedWithdrawal => {
      const now = this.clock.now();
      const [id, day] = [uuidv7(now), dayOf(now)];
      const withdrawal = Withdrawal.initiate(
        {
          id,
          ownerId,
          accountId: wallet.accountId,
          method,
          amount,
          fee: payoutFee(amount),
          payoutCurrency: target,
          payout,
          rate: rate && rate.toDecimal(),
          destination: this.destinations.seal(id, destination),
          destinationShown: shown,
          bankName,
          limitDay: day,
          limitCents: cents,
        },
        now,
      );
      this.withdrawals.add(withdrawal);
      this.unit.countOutgoing({
        ownerId,
        day,
        cents,
        cap,
        refusal: (used) => dailyLimitExceeded(cap, used),
      });
      this.unit.onCommitted(() => this.queue.add('payout-dispatch', 'wake'));
      return { withdrawal, newBalance: this.unit.balanceAfter(wallet.accountId) };
    });
  }

  /** What the recipient gets; null without a rate: finance has to look before it is sent. */
  private async converted(
    amount: Money,
    target: Currency,
  ): Promise<{ payout: Money | null; rate: Rate | null }> {
    if (target === amount.currency) return { payout: amount, rate: null };
    const rate = (await this.fx.customerRatesTo(amount.currency, [target])).get(target) ?? null;
    if (!rate) return { payout: null, rate: null };
    const payout = amount.creditedAs(target, rate);
    if (payout.isZero) throw payoutConvertsToNothing(target);
    return { payout, rate };
  }
}
