import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type Currency, invalid, Money } from '@app/kernel';
import { WalletAccountsService } from '@app/wallet';
import { Deposit, type DepositMethod } from '../deposit.aggregate';
import { DepositRepository } from '../deposit.repository';
import { DepositSessionsService } from '../deposit-sessions.service';

export interface InitiatedDeposit {
  deposit: Deposit;
  /** Where the buyer pays; only with method `checkout`. */
  checkoutUrl?: string;
}

/** Opens a deposit for its owner to pay, by a direct card charge or on a hosted page. Moves no money. */
export class InitiateDeposit extends Command<InitiatedDeposit> {
  constructor(
    readonly ownerId: string,
    /** Major units, as the request carried them. */
    readonly amount: unknown,
    /** The owner's primary wallet's where none is given. */
    readonly currency: Currency | undefined,
    readonly method: DepositMethod,
    readonly redirectUrl: string | null,
  ) {
    super();
  }
}

@CommandHandler(InitiateDeposit)
export class InitiateDepositHandler implements ICommandHandler<InitiateDeposit> {
  constructor(
    private readonly deposits: DepositRepository,
    private readonly wallets: WalletAccountsService,
    private readonly sessions: DepositSessionsService,
    private readonly clock: Clock,
  ) {}

  async execute({
    ownerId,
    amount,
    currency,
    method,
    redirectUrl,
  }: InitiateDeposit): Promise<InitiatedDeposit> {
    const money = Money.parseMajor(amount, currency ?? (await defaultCurrency(this.wallets, ownerId)));
    if (!money) throw invalid('amount', 'amount must be a positive amount.');
    const deposit = new Deposit({ ownerId, amount: money, method, redirectUrl, now: this.clock.now() });
    this.deposits.add(deposit);
    return method === 'gateway' ? { deposit } : { deposit, checkoutUrl: await this.sessions.open(deposit) };
  }
}

/** A deposit without a currency is one to the primary wallet. */
export async function defaultCurrency(wallets: WalletAccountsService, ownerId: string): Promise<Currency> {
  return (await wallets.walletFor(ownerId))?.currency ?? 'NGN';
}
