import { Injectable } from '@nestjs/common';
import type { Refund } from './refund.aggregate';
import { RefundDestinationsService } from './refund-destinations.service';
import type { PayableAccount, RailOrder, RefundRail } from './refund-rail.port';

/** What is sent to the account that a payer has named, or asked about. */
export interface RefundPayout {
  task: 'send' | 'ask';
  order: RailOrder;
}

/** The rail of refunds to accounts, which its module registers at start, and the orders for it. It calls no provider. */
@Injectable()
export class RefundRailsService {
  private registered: RefundRail | null = null;

  constructor(private readonly destinations: RefundDestinationsService) {}

  register(rail: RefundRail): void {
    this.registered = rail;
  }

  get rail(): RefundRail {
    if (!this.registered) throw new Error('this app pays no refunds to accounts');
    return this.registered;
  }

  /** Who pays the account that its payer has named; null: finance, by hand, or none is named. */
  providerOf(refund: Refund): string | null {
    const account = this.accountOf(refund);
    return account && this.rail.providerFor(refund.mode, account);
  }

  /** Null where it goes back through the company. */
  payoutOf(refund: Refund, task: RefundPayout['task']): RefundPayout | null {
    const account = this.accountOf(refund);
    if (!account) return null;
    const { id: reference, mode, charge: amount, createdAt: orderedAt, providerId } = refund;
    const provider = refund.destination.provider!;
    return { task, order: { mode, reference, amount, account, orderedAt, provider, providerId } };
  }

  private accountOf({ id, destination: { sealed } }: Refund): PayableAccount | null {
    return sealed && this.destinations.open(id, sealed);
  }
}
