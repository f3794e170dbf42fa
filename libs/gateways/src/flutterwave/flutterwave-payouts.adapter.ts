import type { OnApplicationShutdown } from '@nestjs/common';
import { GatewayOutcomeUnknown } from '@app/charges';
import { type Currency, Money } from '@app/kernel';
import { type PayoutOrder, PayoutProvider, type PayoutReport, type SendResult } from '@app/payouts';
import { minorFromResponse } from './amount.mapping';
import type { FlutterwaveConfig } from './flutterwave-gateway.adapter';
import { fields, textField } from './gateway-answer.mapping';
import { GatewayHttpService, type GatewayResponse, type RecordExchange } from './gateway-http.service';
import { redact } from './redact.policy';
import {
  feeFromResponse,
  isTransferOf,
  payoutFromTransfer,
  secretsOf,
  transferPayload,
} from './transfer.mapping';

const DEFAULT_TIMEOUT_MS = 35_000;
const REFUSALS = new Set([400, 422]);
const CREDENTIALS_REFUSED = new Set([401, 403]);

/**
 * `PayoutProvider` over the transfers of the Flutterwave v3 protocol, which the simulator serves as well. A refusal is
 * the status 400 or 422 to the first sending of a reference that the provider does not know, with a balance that covers
 * it; its texts decide nothing.
 */
export class FlutterwavePayouts extends PayoutProvider implements OnApplicationShutdown {
  private readonly http: GatewayHttpService;

  constructor(
    readonly name: string,
    private readonly config: Omit<FlutterwaveConfig, 'encryptionKey'>,
    record?: RecordExchange,
  ) {
    super();
    const { baseUrl } = config;
    const address = typeof baseUrl === 'string' ? () => baseUrl : baseUrl;
    this.http = new GatewayHttpService(
      address,
      config.secretKey,
      config.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      record,
    );
  }

  async send(order: PayoutOrder, attempt: number): Promise<SendResult> {
    const payload = transferPayload(order);
    if (!payload) throw new Error(`${this.name} pays to listed banks only`);
    const answer = await this.http.post('/transfers', payload);
    const { httpStatus, status, data } = answer;
    if (status === 'success' && httpStatus < 400) {
      if (!isTransferOf(data, order.reference))
        throw new GatewayOutcomeUnknown('the gateway answered for another transfer');
      const fee = feeFromResponse(fields(data).fee, order.amount.currency);
      return { result: 'accepted', providerId: textField(fields(data), 'id'), fee };
    }
    const reason = this.safe(answer, order);
    if (httpStatus === 429) return { result: 'not_now', cause: 'rate_limited', until: null, reason };
    if (CREDENTIALS_REFUSED.has(httpStatus))
      return { result: 'not_now', cause: 'credentials_refused', until: null, reason };
    if (status === 'error' && REFUSALS.has(httpStatus)) return this.afterRefusal(order, attempt, reason);
    throw new GatewayOutcomeUnknown(`the gateway answered ${httpStatus}: ${reason}`);
  }

  async ask(order: PayoutOrder, providerId: string | null): Promise<PayoutReport> {
    return providerId === null ? this.askByReference(order) : this.askById(order, providerId);
  }

  /** Transfers to banks are never unclaimed. */
  async cancel(): Promise<boolean> {
    return false;
  }

  async balance(currency: Currency): Promise<Money | null> {
    const answer = await this.http.get(`/balances/${currency}`);
    if (answer.status === 'error' || answer.httpStatus >= 400) return null;
    const found = [answer.data].flat().find((one) => fields(one).currency === currency);
    const minor = minorFromResponse(fields(found).available_balance);
    return minor === null ? null : new Money(minor, currency);
  }

  onApplicationShutdown(): Promise<void> {
    return this.http.close();
  }

  /** A repeat is also refused because the first sending was taken, so that only the transfer itself is evidence. */
  private async afterRefusal(order: PayoutOrder, attempt: number, reason: string): Promise<SendResult> {
    const report = await this.askByReference(order);
    if (report.result === 'found')
      return { result: 'accepted', providerId: report.providerId, fee: report.fee };
    if (attempt > 1) throw new GatewayOutcomeUnknown(`the gateway refused a repeated transfer: ${reason}`);
    const balance = await this.balance(order.amount.currency);
    if (!balance) throw new GatewayOutcomeUnknown('the gateway refused a transfer and answered no balance');
    return balance.compare(order.amount) < 0
      ? { result: 'not_now', cause: 'insufficient_float', until: null, reason }
      : { result: 'refused', reason };
  }

  /** A list with other references shows that the filter was ignored, so that it says nothing about ours. */
  private async askByReference(order: PayoutOrder): Promise<PayoutReport> {
    const answer = await this.http.get(`/transfers?reference=${encodeURIComponent(order.reference)}`);
    const { data } = this.answered(answer, order);
    if (!Array.isArray(data)) throw new GatewayOutcomeUnknown('the gateway answered no list of transfers');
    if (data.length === 0) return { result: 'absent' };
    const ours = data.filter((transfer) => isTransferOf(transfer, order.reference));
    if (ours.length === 0) throw new GatewayOutcomeUnknown('the gateway answered for other transfers');
    const found = payoutFromTransfer(ours[0], order);
    return ours.length === 1 ? found : { ...found, status: 'unknown', reason: 'several with one reference' };
  }

  private async askById(order: PayoutOrder, id: string): Promise<PayoutReport> {
    const answer = await this.http.get(`/transfers/${encodeURIComponent(id)}`);
    return payoutFromTransfer(this.answered(answer, order).data, order);
  }

  private answered(answer: GatewayResponse, order: PayoutOrder): GatewayResponse {
    if (answer.status === 'success' && answer.httpStatus < 400) return answer;
    throw new GatewayOutcomeUnknown(`the gateway answered ${answer.httpStatus}: ${this.safe(answer, order)}`);
  }

  private safe({ message }: GatewayResponse, order: PayoutOrder): string {
    return redact(message, [this.config.secretKey, ...secretsOf(order)]);
  }
}
