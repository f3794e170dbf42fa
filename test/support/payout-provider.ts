import { GatewayOutcomeUnknown } from '@app/charges';
import type { Currency } from '@app/kernel';
import { Money } from '@app/kernel';
import {
  type FoundPayout,
  type PayoutOrder,
  PayoutProvider,
  type PayoutReport,
  PayoutRoutes,
  type SendResult,
} from '@app/payouts';
import type { Platform } from './platform';

/** A payout provider in this process that answers as the test says, and pays each reference once. */
export class TestPayoutProvider extends PayoutProvider {
  readonly name = 'test-provider';
  /** Every sending in its order. */
  readonly sent: { reference: string; attempt: number }[] = [];
  /** The reference of every question in its order. */
  readonly asked: string[] = [];
  readonly cancelled: string[] = [];
  /** What the provider has, by reference. */
  readonly payouts = new Map<string, FoundPayout>();
  /** How the next sendings are answered; accepted and taken by default. */
  onSend: (order: PayoutOrder) => SendResult | 'silent' | 'silent, not taken' = () => accepted();
  /** Whether questions go unanswered. */
  isSilent = false;
  /** Whether the apps know it. */
  isConfigured = true;
  float: Money | null = null;
  override ordersPerMinute: number | null = null;

  send(order: PayoutOrder, attempt: number): Promise<SendResult> {
    this.sent.push({ reference: order.reference, attempt });
    const result = this.onSend(order);
    const isTaken = result === 'silent' || (typeof result === 'object' && result.result === 'accepted');
    if (isTaken && !this.payouts.has(order.reference))
      this.payouts.set(order.reference, pending(order.amount));
    return typeof result === 'object'
      ? Promise.resolve(result)
      : Promise.reject(new GatewayOutcomeUnknown('no answer'));
  }

  ask({ reference }: PayoutOrder): Promise<PayoutReport> {
    this.asked.push(reference);
    if (this.isSilent) return Promise.reject(new GatewayOutcomeUnknown('no answer'));
    return Promise.resolve(this.payouts.get(reference) ?? { result: 'absent' });
  }

  cancel(providerId: string): Promise<boolean> {
    this.cancelled.push(providerId);
    for (const payout of this.payouts.values())
      if (payout.providerId === providerId && payout.status === 'unclaimed') payout.status = 'failed';
    return Promise.resolve(true);
  }

  balance(currency: Currency): Promise<Money | null> {
    return Promise.resolve(this.float?.currency === currency ? this.float : null);
  }

  /** What the provider says of a payout from now on. */
  becomes(reference: string, status: FoundPayout['status'], more: Partial<FoundPayout> = {}): void {
    Object.assign(this.payouts.get(reference)!, { status, ...more });
  }

  /** Serves every destination but mobile money in these apps. */
  serve(platform: Platform, apps: readonly ('business' | 'app' | 'scheduler')[]): void {
    for (const app of apps) {
      const routes = platform.inside(app, PayoutRoutes as unknown as new () => PayoutRoutes);
      routes.providerFor = ({ method }) => (method === 'mobile_money' ? undefined : routes.named(this.name));
      routes.named = (name) => (this.isConfigured && name === this.name ? this : undefined);
    }
  }
}

export const accepted = (): SendResult => ({ result: 'accepted', providerId: null, fee: null });

const pending = (amount: Money): FoundPayout => ({
  result: 'found',
  status: 'pending',
  providerId: 'p-1',
  amount: new Money(amount.minor, amount.currency),
  fee: null,
  matchesDestination: true,
  reason: null,
});
