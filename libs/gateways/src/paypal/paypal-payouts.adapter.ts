import type { OnApplicationShutdown } from '@nestjs/common';
import { GatewayOutcomeUnknown } from '@app/charges';
import { addSeconds, type Clock, type Currency, Money } from '@app/kernel';
import { type PayoutOrder, PayoutProvider, type PayoutReport, type SendResult } from '@app/payouts';
import { minorFromResponse } from '../flutterwave/amount.mapping';
import { fields } from '../flutterwave/gateway-answer.mapping';
import { redact } from '../flutterwave/redact.policy';
import {
  batchIdOf,
  batchPayload,
  itemIdOf,
  linkedBatchId,
  payoutFromBatch,
  secretsOf,
} from './payout-batch.mapping';
import { type PayPalAccess, PayPalHttpService, type PayPalResponse } from './paypal-http.service';

const PAYOUTS = '/v1/payments/payouts';
/** The provider remembers our ids for 30 days; later a repeated order would be paid again. */
const MAX_REPEAT_SECONDS = 25 * 24 * 3600;
const REFUSALS = new Set([400, 422]);
/** The provider takes 400 requests a minute; the rest is for cancellations and other programs of the operator. */
const ORDERS_PER_MINUTE = 350;

/**
 * `PayoutProvider` over PayPal Payouts: one batch with one item per withdrawal, whose id is the batch id, the item id and
 * the request id, so that a repeated order is the same order.
 */
export class PayPalPayouts extends PayoutProvider implements OnApplicationShutdown {
  override readonly ordersPerMinute = ORDERS_PER_MINUTE;
  private readonly http: PayPalHttpService;

  constructor(
    readonly name: string,
    private readonly access: PayPalAccess,
    private readonly clock: Clock,
  ) {
    super();
    this.http = new PayPalHttpService(access, clock);
  }

  async send(order: PayoutOrder, attempt: number): Promise<SendResult> {
    const payload = batchPayload(order);
    if (!payload) throw new Error(`${this.name} pays to e-mail addresses only`);
    if (attempt > 1 && addSeconds(order.orderedAt, MAX_REPEAT_SECONDS) < this.clock.now())
      throw new GatewayOutcomeUnknown('too old to be sent again: the provider forgets our ids');
    const answer = await this.http.post(PAYOUTS, payload, order.reference);
    const { httpStatus, body } = answer;
    if (httpStatus < 300)
      return { result: 'accepted', providerId: batchIdOf(body, order.reference), fee: null };
    const linked = await this.linkedBatch(body, order);
    if (linked !== null) return { result: 'accepted', providerId: linked, fee: null };
    return this.afterError(order, attempt, answer);
  }

  async ask(order: PayoutOrder, providerId: string | null): Promise<PayoutReport> {
    if (providerId === null) return { result: 'send_again' };
    return payoutFromBatch(await this.batch(providerId), order);
  }

  async cancel(providerId: string): Promise<boolean> {
    const item = itemIdOf(await this.batch(providerId));
    if (item === null) return false;
    const { httpStatus } = await this.http.post(
      `/v1/payments/payouts-item/${encodeURIComponent(item)}/cancel`,
      null,
      `cancel-${providerId}`,
    );
    return httpStatus < 300;
  }

  /** Null where the provider does not let this application read its balances. */
  async balance(currency: Currency): Promise<Money | null> {
    const { httpStatus, body } = await this.http.get(`/v1/reporting/balances?currency_code=${currency}`);
    if (httpStatus >= 400 || !Array.isArray(body.balances)) return null;
    const found = (body.balances as unknown[]).map(fields).find((one) => one.currency === currency);
    const minor = minorFromResponse(fields(found?.available_balance).value);
    return minor === null ? null : new Money(minor, currency);
  }

  onApplicationShutdown(): Promise<void> {
    return this.http.close();
  }

  private async afterError(
    order: PayoutOrder,
    attempt: number,
    { httpStatus, body, retryAfter }: PayPalResponse,
  ): Promise<SendResult> {
    const { name, message } = body;
    const said = [name, message].filter((text) => typeof text === 'string').join(': ');
    const reason = redact(said, [this.access.clientSecret, ...secretsOf(order)]);
    const until = retryAfter === null ? null : addSeconds(this.clock.now(), retryAfter);
    if (httpStatus === 429) return { result: 'not_now', cause: 'rate_limited', until, reason };
    if (httpStatus === 401 || httpStatus === 403)
      return { result: 'not_now', cause: 'credentials_refused', until, reason };
    if (!REFUSALS.has(httpStatus) || typeof name !== 'string' || attempt > 1)
      throw new GatewayOutcomeUnknown(`the wallet provider answered ${httpStatus}: ${reason}`);
    const balance = await this.balance(order.amount.currency);
    const isShort = name === 'INSUFFICIENT_FUNDS' || (balance !== null && balance.compare(order.amount) < 0);
    return isShort
      ? { result: 'not_now', cause: 'insufficient_float', until, reason }
      : { result: 'refused', reason };
  }

  /** The batch that was made of our ids before, where the provider refuses a duplicate with a link to it. */
  private async linkedBatch(body: Record<string, unknown>, order: PayoutOrder): Promise<string | null> {
    const id = linkedBatchId(body, this.access.baseUrl());
    return id === null ? null : batchIdOf(await this.batch(id), order.reference);
  }

  private async batch(id: string): Promise<Record<string, unknown>> {
    const { httpStatus, body } = await this.http.get(`${PAYOUTS}/${encodeURIComponent(id)}`);
    if (httpStatus < 300) return body;
    throw new GatewayOutcomeUnknown(`the wallet provider answered ${httpStatus} about a batch`);
  }
}
