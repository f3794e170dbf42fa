import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ProvedEmailsService } from '@app/accounts';
import { type BegunStep, CardLimitsService } from '@app/charges';
import { Clock, type Currency, invalid, Money } from '@app/kernel';
import { WalletAccountsService } from '@app/wallet';
import { Deposit } from '../deposit.aggregate';
import { DepositRepository } from '../deposit.repository';
import { defaultCurrency } from './initiate-deposit';

export interface ChargeRequest {
  ownerId: string;
  /** A deposit that was opened before; without it a new one is opened for `amount`. */
  txRef?: string;
  /** Major units, as the request carried them; with `txRef` it must be the deposit's. */
  amount?: unknown;
  currency?: Currency;
  redirectUrl: string | null;
  /** Of the caller's idempotency key; null where there is none. */
  requestKey: string | null;
  clientAddress: string;
}

/** Records that a card is about to be charged, and under which reference, before the gateway is called. */
export class BeginCharge extends Command<BegunStep<Deposit>> {
  constructor(readonly request: ChargeRequest) {
    super();
  }
}

@CommandHandler(BeginCharge)
export class BeginChargeHandler implements ICommandHandler<BeginCharge> {
  constructor(
    private readonly deposits: DepositRepository,
    private readonly wallets: WalletAccountsService,
    private readonly emails: ProvedEmailsService,
    private readonly limits: CardLimitsService,
    private readonly clock: Clock,
  ) {}

  async execute({ request }: BeginCharge): Promise<BegunStep<Deposit>> {
    const now = this.clock.now();
    const begun = await this.deposits.begunBy(request.ownerId, request.requestKey, now);
    if (begun) return begunStep(begun, true);
    const { ownerId, clientAddress } = request;
    await this.emails.assertProved(ownerId, 'pay in by card');
    const deposit = request.txRef ? await this.chosen(request.txRef, request) : await this.opened(request);
    deposit.beginCharge(request, now);
    const payee = { kind: 'deposit', ownerId } as const;
    await this.limits.admit({ reference: deposit.reference, subjectId: deposit.id, payee, clientAddress });
    if (request.txRef) this.deposits.save(deposit);
    else this.deposits.add(deposit);
    return begunStep(deposit, false);
  }

  private async chosen(txRef: string, { ownerId, amount, currency }: ChargeRequest): Promise<Deposit> {
    const deposit = await this.deposits.ofOwner(ownerId, txRef);
    const same = amount === undefined || Money.parseMajor(amount, deposit.currency)?.equals(deposit.amount);
    if (!same) throw invalid('amount', `amount differs from that of the deposit: ${deposit.amount.text}.`);
    if (currency && currency !== deposit.currency) {
      throw invalid('currency', `currency differs from that of the deposit: ${deposit.currency}.`);
    }
    return deposit;
  }

  private async opened({ ownerId, amount, currency, redirectUrl }: ChargeRequest): Promise<Deposit> {
    const money = Money.parseMajor(amount, currency ?? (await defaultCurrency(this.wallets, ownerId)));
    if (!money) throw invalid('amount', 'amount or tx_ref is required.');
    return new Deposit({ ownerId, amount: money, method: 'gateway', redirectUrl, now: this.clock.now() });
  }
}

/** A step of a deposit's current charge, as the flow of charges wants it. */
export function begunStep(deposit: Deposit, isRepeated: boolean): BegunStep<Deposit> {
  const { id, reference, isOpen: isInFlight } = deposit;
  return { id, mode: 'live', reference, isRepeated, isInFlight, report: deposit };
}
