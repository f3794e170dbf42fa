import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ProvedEmailsService } from '@app/accounts';
import { type BegunStep, CardLimitsService } from '@app/charges';
import { addSeconds, Clock, Times, uuidv7 } from '@app/kernel';
import { TestQuotasService } from '@app/test-clock';
import {
  type AttemptReport,
  begunStep,
  AttemptOutcomesService,
} from '../../../attempts/attempt-outcomes.service';
import { rateMissing } from '../../../common/checkout.errors';
import { CardPricesService } from '../../../attempts/card-prices.service';
import type { AttemptConsent, ConfirmedBuyer } from '../../../attempts/attempt-terms';
import type { CardName } from '../../../common/payment-methods.policy';
import { CheckoutAttempt } from '../../../attempts/checkout-attempt.aggregate';
import { CheckoutAttemptRepository, newReference } from '../../../attempts/checkout-attempt.repository';
import { RATE_SECONDS } from '../../../attempts/converted-price.policy';
import type { CheckoutSession } from '../../../sessions/checkout-session.aggregate';
import { CheckoutSessionRepository } from '../../../sessions/checkout-session.repository';
import { assertTakesPayments, type Payee } from '../../../sessions/payees.queries';
import {
  PaidForRegistry,
  PaymentAdmissions,
  SessionCompletionService,
} from '../../../sessions/session-completion.service';

export interface CardPayer {
  /** Null where the client is the merchant's server. */
  clientAddress: string | null;
  /** A guest who pays into escrow. */
  buyer: ConfirmedBuyer | null;
  /** Who is paid. */
  payee: Payee;
  /** Absent where the gateway takes the card itself. */
  card?: CardName;
}

/** The intent to charge a card, committed before the gateway is called. */
export class BeginCardAttempt extends Command<BegunStep<AttemptReport>> {
  constructor(
    /** Internal id of the session. */
    readonly checkoutSessionId: string,
    readonly gateway: string,
    /** Payer and idempotency key of the request; null where it came without a key. */
    readonly requestKey: string | null,
    readonly payer: CardPayer,
  ) {
    super();
  }
}

@CommandHandler(BeginCardAttempt)
export class BeginCardAttemptHandler implements ICommandHandler<BeginCardAttempt> {
  constructor(
    private readonly sessions: CheckoutSessionRepository,
    private readonly attempts: CheckoutAttemptRepository,
    private readonly prices: CardPricesService,
    private readonly outcomes: AttemptOutcomesService,
    private readonly limits: CardLimitsService,
    private readonly emails: ProvedEmailsService,
    private readonly paidFor: PaidForRegistry,
    private readonly admissions: PaymentAdmissions,
    private readonly completion: SessionCompletionService,
    private readonly clock: Clock,
    private readonly times: Times,
    private readonly quotas: TestQuotasService,
  ) {}

  async execute({
    checkoutSessionId,
    gateway,
    requestKey,
    payer: { clientAddress, buyer, payee, card },
  }: BeginCardAttempt): Promise<BegunStep<AttemptReport>> {
    const now = this.clock.now();
    const earlier = requestKey && (await this.attempts.begunBy(checkoutSessionId, requestKey, now));
    const session = await this.sessions.byId(checkoutSessionId);
    if (earlier) return begunStep(session, earlier, true);
    assertTakesPayments(payee);
    const id = uuidv7(now);
    session.assertOffers('card');
    await this.quotas.requireEvent(session);
    if (session.origin === 'deposit') await this.emails.assertProved(session.ownerId, 'pay in by card');
    const reference = newReference();
    const { id: subjectId, cardPayee } = session;
    await this.limits.admit({ reference, subjectId, payee: cardPayee, clientAddress });
    const { released } = await this.outcomes.releaseOrKeep(session, now);
    session.startPayment(id, await this.times.of(session));
    await this.completion.requireStanding(session);
    (await this.admissions.admit(session, { attemptId: id, clientAddress })).apply();
    const price = await this.prices.priceOf(session, session.origin === 'deposit');
    if (!price) throw rateMissing(session.currency);
    const consent = await this.consentOf(session, clientAddress);
    const attempt = new CheckoutAttempt({
      id,
      session,
      reference,
      requestKey,
      gateway,
      price,
      expiresAt: price.rate && addSeconds(now, RATE_SECONDS),
      buyer,
      consent,
      card,
      now,
    });
    this.sessions.save(session);
    if (released) this.attempts.save(released);
    this.attempts.add(attempt);
    return begunStep(session, attempt, false);
  }

  /** What the buyer agrees to by paying: the page states it, and a server that sends the card has stated it itself. */
  private async consentOf(session: CheckoutSession, address: string | null): Promise<AttemptConsent | null> {
    const paidFor = this.paidFor.of(session.origin);
    const authority =
      paidFor?.credits === 'merchant' ? await paidFor.authorityOf?.(session.sessionId) : undefined;
    return authority?.from === 'card' ? { terms: authority.terms, address } : null;
  }
}
