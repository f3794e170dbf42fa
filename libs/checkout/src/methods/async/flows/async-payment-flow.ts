import { Injectable } from '@nestjs/common';
import { ChargeInquiryService, GatewayOutcomeUnknown, GatewayRejected, requestKeyOf } from '@app/charges';
import { type RequestContext, Commands } from '@app/write-path';
import type { Money } from '@app/kernel';
import type { ConfirmedBuyer } from '../../../attempts/attempt-terms';
import type { AttemptOutcome } from '../../../attempts/attempt-outcomes.service';
import { CheckoutAttemptRepository } from '../../../attempts/checkout-attempt.repository';
import { collectionRefused } from '../../../common/checkout.errors';
import type { CheckoutSession } from '../../../sessions/checkout-session.aggregate';
import { BeginMethodAttempt, type NewMethodAttempt } from '../commands/begin-method-attempt';
import { RecordOutcome } from '../../../attempts/commands/record-outcome';
import { ReportAttempt } from '../../../attempts/commands/report-attempt';
import { methodView } from '../method.view';
import { type Payee, PayeesQueries } from '../../../sessions/payees.queries';
import { GuestPaymentsService, type Payer } from '../../../buyers/guest-payments.service';

/** What the company that collects the payment receives. */
export interface Collection {
  session: CheckoutSession;
  /** A guest who pays into escrow. */
  buyer: ConfirmedBuyer | null;
  payee: Payee;
  reference: string;
  charge: Money;
  expiresAt: Date;
}

/** The part of a request that every method of the gateway takes. */
export const chargeOf = ({ session, buyer, payee, reference, charge }: Collection) => ({
  txRef: reference,
  amountMinor: charge.minor,
  currency: charge.currency,
  email: buyer?.email ?? session.customerEmail ?? payee.email,
  fullName: session.customerName ?? undefined,
});

/** One way of paying elsewhere. */
export interface AsyncPayment {
  newAttempt(session: CheckoutSession): NewMethodAttempt;
  /** Whether the buyer may pay although the company's answer was lost: a prompt may have reached a phone. */
  mayBePaidWithoutAnswer: boolean;
  send(collection: Collection): Promise<AttemptOutcome>;
}

/** Starts a payment elsewhere: intent, company, outcome. Nothing is asked for twice, whatever gets lost on the way. */
@Injectable()
export class AsyncPaymentFlow {
  constructor(
    private readonly commands: Commands,
    private readonly guests: GuestPaymentsService,
    private readonly attempts: CheckoutAttemptRepository,
    private readonly payees: PayeesQueries,
    private readonly inquiry: ChargeInquiryService,
  ) {}

  start(context: RequestContext, payer: Payer, sessionId: string, payment: AsyncPayment) {
    return this.commands.flow(context, {
      foresee: async () => {
        const { command } = await this.begin(context, payer, sessionId, payment);
        return { command, present: ({ report }) => methodView(report) };
      },
      run: async (claimed) => {
        const { session, buyer, payee, command } = await this.begin(context, payer, sessionId, payment);
        const begun = await this.commands.execute(command);
        if (begun.kind !== 'new') return this.again(claimed, begun.attemptId, payment);
        const { attemptId, reference, report } = begun;
        const expiresAt = report.expiresAt!;
        const collection = { session, buyer, payee, reference, charge: report.charge, expiresAt };
        const outcome = await this.outcomeOf(payment, collection);
        return this.record(claimed, attemptId, outcome);
      },
    });
  }

  private async begin(context: RequestContext, payer: Payer, sessionId: string, payment: AsyncPayment) {
    const { session, buyer } = await this.guests.payable(payer, sessionId);
    const payee = await this.payees.payeeOf(session);
    const request = { ...payment.newAttempt(session), buyer, payee, clientAddress: payer.address };
    return {
      session,
      buyer,
      payee,
      command: new BeginMethodAttempt(session.id, request, requestKeyOf(context)),
    };
  }

  /** The buyer asks for what they asked for before: nothing is sent. */
  private async again(context: RequestContext, attemptId: string, payment: AsyncPayment) {
    const attempt = await this.attempts.byId(attemptId);
    if (attempt.status !== 'calling')
      return this.commands.answer(context, new ReportAttempt(attemptId), methodView);
    const outcome = payment.mayBePaidWithoutAnswer ? await this.inquiry.about(attempt) : INSTRUCTIONS_LOST;
    return this.record(context, attemptId, outcome);
  }

  private async record(context: RequestContext, attemptId: string, outcome: AttemptOutcome) {
    const record = new RecordOutcome(attemptId, outcome);
    if (outcome.kind === 'failed' && outcome.gatewayStatus === 'rejected') {
      // It cannot be paid, so the key stays free for a repetition of the request.
      await this.commands.execute(record);
      throw collectionRefused(outcome.reason);
    }
    return this.commands.answer(context, record, methodView);
  }

  private async outcomeOf(payment: AsyncPayment, collection: Collection): Promise<AttemptOutcome> {
    try {
      return await payment.send(collection);
    } catch (error) {
      if (error instanceof GatewayRejected)
        return { kind: 'failed', gatewayStatus: 'rejected', reason: error.message };
      if (!(error instanceof GatewayOutcomeUnknown)) throw error;
      const { reference, session } = collection;
      return payment.mayBePaidWithoutAnswer
        ? this.inquiry.afterSending({ reference, mode: session.mode })
        : INSTRUCTIONS_LOST;
    }
  }
}

/** The buyer has no instructions to pay by, so there is no outcome to wait for. */
const INSTRUCTIONS_LOST: AttemptOutcome = {
  kind: 'failed',
  gatewayStatus: 'rejected',
  reason: 'The payment company did not answer',
};
