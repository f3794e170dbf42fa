import { Injectable } from '@nestjs/common';
import { EscrowTokensService } from '@app/escrow';
import type { PageSession } from './page.queries';
import { BuyerTokensService } from '../buyers/buyer-tokens.service';

/** What a page may show of an escrow payment to the one who asks. */
export interface BuyerView {
  /** Whether they confirmed the address of the current attempt. The address of a page is known to the merchant too. */
  isBuyer: boolean;
  /** Where the buyer releases or disputes; null for others, and before the payment. */
  portalUrl: string | null;
}

/** For those who hold only the session's token. */
export const STRANGER: BuyerView = { isBuyer: false, portalUrl: null };

/** Tells the guest who pays into escrow from other holders of the session's address. */
@Injectable()
export class BuyerViewsService {
  constructor(
    private readonly tokens: BuyerTokensService,
    private readonly portals: EscrowTokensService,
  ) {}

  viewOf({ sessionId, mode, attempt, escrowId }: PageSession, token: string | undefined): BuyerView {
    const buyer = attempt?.buyer;
    if (token === undefined || !buyer) return STRANGER;
    if (this.tokens.proofOf(sessionId, buyer.email, token) !== buyer.proofId) return STRANGER;
    return { isBuyer: true, portalUrl: escrowId === null ? null : this.portals.addressOf(escrowId, mode) };
  }
}
