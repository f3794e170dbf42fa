import { Injectable } from '@nestjs/common';
import {
  PaymentGateway,
  GatewayOutcomeUnknown,
  GatewayRejected,
  type GatewayTransaction,
} from '@app/charges';
import { gatewayAway } from './deposit.errors';

/** Asking the gateway what became of a charge. Always safe to repeat. */
@Injectable()
export class GatewayInquiry {
  constructor(private readonly gateway: PaymentGateway) {}

  /** Null: the gateway knows no such reference (yet). Throws GATEWAY_ERROR where it cannot tell. */
  byReference(reference: string): Promise<GatewayTransaction | null> {
    return orAway(this.gateway.transactionByRef(reference));
  }

  /** Null: the gateway knows no such transaction. Throws GATEWAY_ERROR where it cannot tell. */
  byId(id: string): Promise<GatewayTransaction | null> {
    return orAway(this.gateway.transactionById(id));
  }

  /** One question, answered within `limitMs` or not at all: for a caller who waits already. */
  async atOnce(reference: string, limitMs: number): Promise<GatewayTransaction | null> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<null>((resolve) => (timer = setTimeout(resolve, limitMs, null)));
    const answer = this.gateway.transactionByRef(reference).catch((error: unknown) => {
      if (isSilence(error)) return null;
      throw error;
    });
    try {
      return await Promise.race([answer, limit]);
    } finally {
      clearTimeout(timer);
    }
  }
}

async function orAway<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    throw isSilence(error) ? gatewayAway() : error;
  }
}

function isSilence(error: unknown): boolean {
  return error instanceof GatewayOutcomeUnknown || error instanceof GatewayRejected;
}
