import { Injectable } from '@nestjs/common';
import {
  type PayoutOrder,
  type PayoutProvider,
  PayoutRoutes,
  type Settlement,
} from '../providers/payout-provider.port';
import { WithdrawalDestinationsService } from './withdrawal-destinations.service';
import type { Withdrawal, WithdrawalTask } from './withdrawal.aggregate';

const NARRATION = 'Withdrawal';

/** What to do for a withdrawal, and all that it takes. */
export interface ClaimedWithdrawal {
  task: Exclude<WithdrawalTask, 'none'>;
  provider: PayoutProvider;
  order: PayoutOrder;
  /** Number of the sending. */
  attempt: number;
  providerId: string | null;
}

/** Finds the provider of a withdrawal and builds the order for it. It calls no provider. */
@Injectable()
export class WithdrawalRoutesService {
  constructor(
    private readonly routes: PayoutRoutes,
    private readonly destinations: WithdrawalDestinationsService,
  ) {}

  /** The provider that may have it, else the one that serves its destination; undefined: none is configured. */
  providerOf(withdrawal: Withdrawal): PayoutProvider | undefined {
    const { id, provider, sendings, terms } = withdrawal;
    if (provider.name !== null && sendings > 0) return this.routes.named(provider.name);
    return this.routes.providerFor(this.destinations.open(id, terms.destination));
  }

  /** Who settles it, or has settled it. Finance does so where no provider serves it, and where it has to decide. */
  settlementOf(withdrawal: Withdrawal): Settlement {
    const { stage, terms, provider, settledReference, waitsForOwner } = withdrawal;
    switch (stage) {
      case 'manual':
      case 'stopped':
        return 'manual';
      case 'queued':
      case 'held':
        if (terms.payout === null || (stage === 'held' && !waitsForOwner)) return 'manual';
        return this.providerOf(withdrawal) ? 'automatic' : 'manual';
      case 'ended':
        return provider.name === null || settledReference !== null ? 'manual' : 'automatic';
      default:
        return 'automatic';
    }
  }

  /** All of it stays the same for as long as the withdrawal is sent or asked about. */
  claimed(
    withdrawal: Withdrawal,
    task: ClaimedWithdrawal['task'],
    provider: PayoutProvider,
  ): ClaimedWithdrawal {
    const { id: reference, terms, createdAt: orderedAt, sendings: attempt } = withdrawal;
    const destination = this.destinations.open(reference, terms.destination);
    const order = { reference, amount: terms.payout!, destination, narration: NARRATION, orderedAt };
    return { task, provider, order, attempt, providerId: withdrawal.provider.orderId };
  }
}
