import { Injectable } from '@nestjs/common';
import type { Caller } from '@app/http';
import type { ConfirmedBuyer } from '../attempts/attempt-terms';
import { buyerEmailRequired, buyerNotConfirmed, paidOnItsPageOnly } from '../common/checkout.errors';
import type { CheckoutSession } from '../sessions/checkout-session.aggregate';
import { SessionAccessService } from '../sessions/session-access.service';
import { BuyerTokensService } from './buyer-tokens.service';

/** Header that proves a confirmed address, beside the session's own token. */
export const BUYER_TOKEN = 'x-buyer-token';

/** Who sends a payment, with the address that a guest has confirmed. */
export interface Payer {
  caller: Caller;
  /** Of the client; null where it is the merchant's server. */
  address: string | null;
  email?: string;
  token?: string;
}

/** `clientIp` is needed where an attempt starts. */
export function payerOf(
  caller: Caller,
  body: { buyer_email?: string },
  token?: string,
  clientIp?: string,
): Payer {
  const address = caller.kind === 'buyer' ? (clientIp ?? null) : null;
  return { caller, address, email: body.buyer_email, token };
}

/** Lets guests pay. A guest who pays into escrow decides about the money later, so they confirm an address first. */
@Injectable()
export class GuestPaymentsService {
  constructor(
    private readonly access: SessionAccessService,
    private readonly tokens: BuyerTokensService,
  ) {}

  /** Throws FORBIDDEN for a secret key and for an address that is not confirmed, where the payment is held in escrow. */
  async payable(
    { caller, email, token }: Payer,
    sessionId: string,
  ): Promise<{ session: CheckoutSession; buyer: ConfirmedBuyer | null }> {
    const session = await this.access.payable(caller, sessionId);
    if (!session.escrow) return { session, buyer: null };
    if (caller.kind === 'app') throw paidOnItsPageOnly();
    if (email === undefined) throw buyerEmailRequired();
    const proofId = token === undefined ? null : this.tokens.proofOf(session.sessionId, email, token);
    if (proofId === null) throw buyerNotConfirmed();
    return { session, buyer: { email, proofId } };
  }
}
