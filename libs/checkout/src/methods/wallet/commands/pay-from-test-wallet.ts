import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Times, uuidv7 } from '@app/kernel';
import { TestQuotasService } from '@app/test-clock';
import { CheckoutAttempt, WALLET } from '../../../attempts/checkout-attempt.aggregate';
import { CheckoutAttemptRepository, newReference } from '../../../attempts/checkout-attempt.repository';
import { CheckoutSessionRepository } from '../../../sessions/checkout-session.repository';
import { walletShort, wrongTestPin } from '../../../common/checkout.errors';
import { assertTakesPayments, PayeesQueries } from '../../../sessions/payees.queries';
import { PaymentAdmissions, SessionCompletionService } from '../../../sessions/session-completion.service';

const PAYS = '1234';
const TOO_LITTLE = '0000';
/** Who pays where the session names no customer. */
const BUYER = 'buyer@example.com';

/** Pays a test session out of a wallet that does not exist: the PIN alone decides, and no balance is touched. */
export class PayFromTestWallet extends Command<{ sessionId: string }> {
  constructor(
    /** Internal id of the session. */
    readonly checkoutSessionId: string,
    readonly pin: string,
  ) {
    super();
  }
}

@CommandHandler(PayFromTestWallet)
export class PayFromTestWalletHandler implements ICommandHandler<PayFromTestWallet> {
  constructor(
    private readonly sessions: CheckoutSessionRepository,
    private readonly attempts: CheckoutAttemptRepository,
    private readonly completion: SessionCompletionService,
    private readonly payees: PayeesQueries,
    private readonly admissions: PaymentAdmissions,
    private readonly times: Times,
    private readonly quotas: TestQuotasService,
  ) {}

  async execute({ checkoutSessionId, pin }: PayFromTestWallet): Promise<{ sessionId: string }> {
    const session = await this.sessions.byId(checkoutSessionId);
    const now = await this.times.of(session);
    if (session.mode !== 'test') throw new Error('a live session is paid out of a real wallet');
    session.assertOffers('wallet');
    assertTakesPayments(await this.payees.payeeOf(session));
    await this.completion.requireDue(session);
    await this.quotas.requireEvent(session);
    const id = uuidv7(now);
    session.startPayment(id, now);
    const admitted = await this.admissions.admit(session, { attemptId: null, clientAddress: null });
    if (pin === TOO_LITTLE) throw walletShort(session.due, session.fee);
    if (pin !== PAYS) throw wrongTestPin();

    const { due, customerEmail, customerName: name } = session;
    const price = { charge: due, rate: null };
    const given = { id, session, reference: newReference(), price, now };
    const payer = { email: customerEmail ?? BUYER, name, wallet: null };
    const paid = { gateway: WALLET, method: 'wallet', gatewayTransactionId: id } as const;
    const certain = { attemptId: id, charged: due, ...paid, payer };
    const completion = await this.completion.prepare(session, certain, now);
    admitted.apply();
    completion.apply();
    // The session first: of several payments at once all but one then find it changed, and start over.
    this.sessions.save(session);
    this.attempts.add(CheckoutAttempt.fromWallet(given, null));
    return { sessionId: session.sessionId };
  }
}
