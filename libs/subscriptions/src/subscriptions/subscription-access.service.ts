import { Injectable } from '@nestjs/common';
import { ProvedEmailsService } from '@app/accounts';
import { type Mode, notFound } from '@app/kernel';
import { IsNull } from 'typeorm';
import { SubscriptionTokensService } from './subscription-tokens.service';
import type { Subscription } from './subscription.aggregate';
import { type SubscriptionOwner, SubscriptionRepository } from './subscription.repository';

/** Names a subscription: for its merchant, the account of its customer, or the holder of the token of its page. */
export type SubscriptionRequester =
  | { owner: SubscriptionOwner; subscriptionId: string }
  | { customerId: string; subscriptionId: string }
  | { pageToken: string; mode: Mode };

/** A subscription with the side that asks for it. */
export interface SubscriptionWithSide {
  subscription: Subscription;
  side: 'customer' | 'merchant';
}

/** Finds a subscription for its merchant and its customer; to others it does not exist. */
@Injectable()
export class SubscriptionAccessService {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly emails: ProvedEmailsService,
    private readonly tokens: SubscriptionTokensService,
  ) {}

  async find(by: SubscriptionRequester): Promise<SubscriptionWithSide> {
    if ('owner' in by) {
      const subscription = await this.subscriptions.ofOwner(by.owner, by.subscriptionId);
      return { subscription, side: 'merchant' };
    }
    if ('pageToken' in by)
      return { subscription: await this.ofPage(by.pageToken, by.mode), side: 'customer' };
    return { subscription: await this.ofCustomer(by.customerId, by.subscriptionId), side: 'customer' };
  }

  private async ofPage(token: string, mode: Mode): Promise<Subscription> {
    const id = this.tokens.idOf(token);
    const found = id && (await this.subscriptions.findOneBy({ id, mode }));
    if (!found) throw notFound('Subscription');
    return found;
  }

  /** A live subscription of the account, or one to its proved e-mail address that no account has. */
  private async ofCustomer(customerId: string, subscriptionId: string): Promise<Subscription> {
    const customerEmail = await this.emails.addressOf(customerId);
    const one = { subscriptionId, mode: 'live' } as const;
    const found =
      customerEmail &&
      (await this.subscriptions.findOneBy([
        { ...one, customerId },
        { ...one, customerId: IsNull(), customerEmail },
      ]));
    if (!found) throw notFound('Subscription');
    return found;
  }
}
