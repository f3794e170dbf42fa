import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type BalanceAfter, Prepared, PreparedCommand, UnitOfWork } from '@app/write-path';
import { Clock, type Currency, type Money, type Rate, uuidv7 } from '@app/kernel';
import { CheckoutAttempt, WALLET } from '../../../attempts/checkout-attempt.aggregate';
import { CheckoutAttemptRepository, newReference } from '../../../attempts/checkout-attempt.repository';
import { CheckoutSessionRepository } from '../../../sessions/checkout-session.repository';
import { ownSession, priceChanged, walletShort } from '../../../common/checkout.errors';
import { assertTakesPayments, PayeesQueries } from '../../../sessions/payees.queries';
import { AttemptOutcomesService } from '../../../attempts/attempt-outcomes.service';
import { PaymentAdmissions, SessionCompletionService } from '../../../sessions/session-completion.service';
import { WalletQuotesService } from '../wallet-quotes.service';

export interface WalletPayment {
  /** `cs_live_…` */
  sessionId: string;
  buyerId: string;
  /** The wallet to pay from; chosen by `WalletQuotesService` where absent. */
  currency?: Currency;
  /** What the buyer saw and confirmed, in the wallet's smallest unit; absent: whatever it costs. */
  quotedMinor?: bigint;
}

export interface PaidFromWallet {
  sessionId: string;
  amount: Money;
  debited: Money;
  /** Null where nothing was converted. */
  rate: Rate | null;
  newBalance: BalanceAfter;
}

/** Pays a live session out of the buyer's wallet: debit, credit and completion in one commit, or nothing at all. */
export class PayFromWallet extends PreparedCommand<PaidFromWallet> {
  constructor(readonly payment: WalletPayment) {
    super();
  }
}

@CommandHandler(PayFromWallet)
export class PayFromWalletHandler implements ICommandHandler<PayFromWallet> {
  constructor(
    private readonly sessions: CheckoutSessionRepository,
    private readonly attempts: CheckoutAttemptRepository,
    private readonly completion: SessionCompletionService,
    private readonly outcomes: AttemptOutcomesService,
    private readonly quotes: WalletQuotesService,
    private readonly people: PayeesQueries,
    private readonly admissions: PaymentAdmissions,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute({ payment }: PayFromWallet) {
    const { sessionId, buyerId, currency, quotedMinor } = payment;
    const now = this.clock.now();
    const session = await this.sessions.byPublicId(sessionId, 'live');
    if (session.ownerId === buyerId) throw ownSession();
    session.assertOffers('wallet');
    const [payee, { email, name }] = await Promise.all([
      this.people.payeeOf(session),
      this.people.payeeOf({ ownerId: buyerId, appId: null }),
    ]);
    assertTakesPayments(payee);
    await this.completion.requireDue(session);
    const id = uuidv7(now);
    const { released } = await this.outcomes.releaseOrKeep(session, now);
    session.startPayment(id, now);
    const admitted = await this.admissions.admit(session, { attemptId: null, clientAddress: null });

    const quote = await this.quotes.quoteOf(buyerId, session, currency);
    const { wallet, charge, rate: quotedRate, sufficient } = quote;
    if (quotedMinor !== undefined && quotedMinor !== charge.minor) throw priceChanged(charge);
    if (!sufficient) {
      // An automatic charge can have paid the session, out of this wallet, after the session was read.
      (await this.sessions.byPublicId(sessionId, 'live')).startPayment(id, now);
      throw walletShort(charge, session.fee);
    }

    const rate = charge.currency === session.currency ? null : quotedRate;
    const certain = {
      attemptId: id,
      charged: charge,
      gateway: WALLET,
      method: 'wallet' as const,
      gatewayTransactionId: id,
      payer: { email, name, wallet: { ownerId: buyerId, accountId: wallet.id } },
    };
    const completion = await this.completion.prepare(session, certain, now);
    return new Prepared((): PaidFromWallet => {
      admitted.apply();
      completion.apply();
      this.sessions.save(session);
      if (released) this.attempts.save(released);
      const given = { id, session, reference: newReference(), price: { charge, rate }, now };
      this.attempts.add(CheckoutAttempt.fromWallet(given, buyerId));
      const newBalance = this.unit.balanceAfter(wallet.id);
      return { sessionId, amount: session.amount, debited: charge, rate, newBalance };
    });
  }
}
