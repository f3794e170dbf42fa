import { Injectable } from '@nestjs/common';
import { type Mode, within } from '@app/kernel';
import { gatewayAway } from '../charge/charge.errors';
import {
  type ChargeOutcome,
  outcomeIn,
  type ReceivedPayment,
  receivedIn,
} from '../charge/charge-outcome.policy';
import type { GatewayTransaction } from '../gateway/gateway-messages.port';
import { GatewayOutcomeUnknown, GatewayRejected } from '../gateway/payment-gateway.port';
import { PaymentGatewaysService } from '../gateway/payment-gateways.service';

/** Together with the gateway's own time limit less than a claimed idempotency key lives. */
const QUESTION_MS = 10_000;

const SILENT = Symbol('silent');

/** A charge as the gateway knows it. */
export interface ChargeName {
  mode: Mode;
  reference: string;
}

/** Asks the gateway what became of a charge. Always safe to repeat. */
@Injectable()
export class ChargeInquiryService {
  constructor(private readonly gateways: PaymentGatewaysService) {}

  async about({ mode, reference }: ChargeName): Promise<ChargeOutcome> {
    const transaction = await inTime(this.gateway(mode).transactionByRef(reference));
    return transaction === SILENT ? { kind: 'silent' } : outcomeIn(transaction);
  }

  /** About a step that was sent just now: what is not in the gateway's books yet may still come. */
  async afterSending(charge: ChargeName, gwRef?: string): Promise<ChargeOutcome> {
    const outcome = await this.about(charge);
    if (outcome.kind === 'paid' || outcome.kind === 'failed') return outcome;
    return { kind: 'unknown', gwRef: outcome.kind === 'pending' ? outcome.gwRef : gwRef };
  }

  /** Throws GATEWAY_ERROR where the gateway does not answer. */
  async answered(charge: ChargeName): Promise<ChargeOutcome> {
    const outcome = await this.about(charge);
    if (outcome.kind === 'silent') throw gatewayAway();
    return outcome;
  }

  /** By the gateway's own id, with the reference it names; null: no such transaction. Throws GATEWAY_ERROR like `answered`. */
  async byTransaction(mode: Mode, id: string): Promise<{ reference: string; outcome: ChargeOutcome } | null> {
    const transaction = await inTime(this.gateway(mode).transactionById(id));
    if (transaction === SILENT) throw gatewayAway();
    return transaction && { reference: transaction.txRef, outcome: outcomeIn(transaction) };
  }

  /**
   * Every payment under a reference, oldest first: an account number may be paid into several times. Null where the
   * gateway does not answer. `transactionId` is one that its event named, because lists may lag behind. `since` leaves out
   * those of earlier days.
   */
  async payments(
    { mode, reference }: ChargeName,
    transactionId: string | null,
    since?: Date,
  ): Promise<ReceivedPayment[] | null> {
    const gateway = this.gateway(mode);
    const answers = await silenced(
      Promise.all([
        gateway.transactionsByRef(reference, since),
        transactionId === null ? null : gateway.transactionById(transactionId),
      ]),
    );
    if (answers === SILENT) return null;
    const [listed, named] = answers;
    const isMissing = named?.txRef === reference && !listed.some(({ id }) => id === named.id);
    return [...listed, ...(isMissing ? [named] : [])]
      .filter(({ status, txRef }: GatewayTransaction) => status === 'successful' && txRef === reference)
      .flatMap((transaction) => receivedIn(transaction) ?? []);
  }

  private gateway(mode: Mode) {
    return this.gateways.gatewayOf(mode).gateway;
  }
}

/** One question, answered within the limit or not at all. */
function inTime<T>(question: Promise<T>): Promise<T | typeof SILENT> {
  return within(QUESTION_MS, silenced(question), (): typeof SILENT => SILENT);
}

function silenced<T>(question: Promise<T>): Promise<T | typeof SILENT> {
  return question.catch((error: unknown) => {
    if (error instanceof GatewayOutcomeUnknown || error instanceof GatewayRejected) return SILENT;
    throw error;
  });
}
