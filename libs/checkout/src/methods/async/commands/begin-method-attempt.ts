import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { addSeconds, Clock, Times, uuidv7 } from '@app/kernel';
import { TestQuotasService } from '@app/test-clock';
import {
  type AttemptReport,
  reportOf,
  AttemptOutcomesService,
} from '../../../attempts/attempt-outcomes.service';
import { tooManyPayments } from '../../../common/checkout.errors';
import type { ConfirmedBuyer } from '../../../attempts/attempt-terms';
import { CheckoutAttempt } from '../../../attempts/checkout-attempt.aggregate';
import { CheckoutAttemptRepository, newReference } from '../../../attempts/checkout-attempt.repository';
import type { CheckoutSession } from '../../../sessions/checkout-session.aggregate';
import { PaymentAdmissions, SessionCompletionService } from '../../../sessions/session-completion.service';
import { CheckoutSessionRepository } from '../../../sessions/checkout-session.repository';
import { assertTakesPayments, type Payee } from '../../../sessions/payees.queries';
import type { AsyncMethod } from '../../../common/payment-methods.policy';
import { PhonePromptsService } from '../phone-prompts.service';

/** Limited because each attempt takes an account number at a bank, a code of a bank or a prompt to a phone. */
const MAX_PER_HOUR = 20;
const HOUR_SECONDS = 3600;

export interface NewMethodAttempt {
  method: AsyncMethod;
  /** What the buyer asked for in particular: their bank, their phone. */
  choice: string;
  gateway: string;
  /** The attempt waits for its buyer so long at most, and no longer than the session. */
  lastsSeconds: number;
  /** The phone that receives a prompt; absent: none does. */
  phone?: string;
}

/** A request of a buyer or of the merchant's server. */
export interface MethodRequest extends NewMethodAttempt {
  /** A guest who pays into escrow. */
  buyer: ConfirmedBuyer | null;
  /** Who is paid. */
  payee: Payee;
  /** Null where the client is the merchant's server. */
  clientAddress: string | null;
}

export interface BegunMethodAttempt {
  attemptId: string;
  reference: string;
  /** `repeated`: the same request began it before. `kept`: the same was asked for before, and still stands. */
  kind: 'new' | 'repeated' | 'kept';
  report: AttemptReport;
}

/** The intent to collect a payment elsewhere, committed before the company is called. */
export class BeginMethodAttempt extends Command<BegunMethodAttempt> {
  constructor(
    /** Internal id of the session. */
    readonly checkoutSessionId: string,
    readonly request: MethodRequest,
    /** Payer and idempotency key of the request; null where it came without a key. */
    readonly requestKey: string | null,
  ) {
    super();
  }
}

@CommandHandler(BeginMethodAttempt)
export class BeginMethodAttemptHandler implements ICommandHandler<BeginMethodAttempt> {
  constructor(
    private readonly sessions: CheckoutSessionRepository,
    private readonly attempts: CheckoutAttemptRepository,
    private readonly outcomes: AttemptOutcomesService,
    private readonly prompts: PhonePromptsService,
    private readonly admissions: PaymentAdmissions,
    private readonly completion: SessionCompletionService,
    private readonly clock: Clock,
    private readonly times: Times,
    private readonly quotas: TestQuotasService,
  ) {}

  async execute({ checkoutSessionId, request, requestKey }: BeginMethodAttempt): Promise<BegunMethodAttempt> {
    const now = this.clock.now();
    const earlier = requestKey && (await this.attempts.begunBy(checkoutSessionId, requestKey, now));
    const session = await this.sessions.byId(checkoutSessionId);
    if (earlier) return begun(session, earlier, 'repeated');
    const { method, choice, gateway, lastsSeconds, buyer, clientAddress, payee, phone } = request;
    assertTakesPayments(payee);
    session.assertOffers(method);
    await this.quotas.requireEvent(session);
    const { kept, released } = await this.outcomes.releaseOrKeep(
      session,
      now,
      (attempt) =>
        attempt.method === method &&
        attempt.instructions?.choice === choice &&
        attempt.buyerProof === (buyer?.proofId ?? null),
    );
    if (kept) return begun(session, kept, 'kept');
    const begunLately = await this.attempts.begunSince(checkoutSessionId, addSeconds(now, -HOUR_SECONDS));
    if (begunLately >= MAX_PER_HOUR) throw tooManyPayments(HOUR_SECONDS);
    const id = uuidv7(now);
    session.startPayment(id, await this.times.of(session));
    await this.completion.requireStanding(session);
    (await this.admissions.admit(session, { attemptId: id, clientAddress })).apply();
    if (phone) await this.prompts.admit(id, session, { phone, clientAddress });
    const ends = addSeconds(now, lastsSeconds);
    const attempt = new CheckoutAttempt({
      id,
      session,
      reference: newReference(),
      requestKey,
      gateway,
      method,
      expiresAt: ends < session.expiresAt ? ends : session.expiresAt,
      price: { charge: session.due, rate: null },
      buyer,
      now,
    });
    this.sessions.save(session);
    if (released) this.attempts.save(released);
    this.attempts.add(attempt);
    return begun(session, attempt, 'new');
  }
}

function begun(
  session: CheckoutSession,
  attempt: CheckoutAttempt,
  kind: BegunMethodAttempt['kind'],
): BegunMethodAttempt {
  const { id: attemptId, reference } = attempt;
  return { attemptId, reference, kind, report: reportOf(session, attempt) };
}
