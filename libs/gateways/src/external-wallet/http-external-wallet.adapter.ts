import type { OnApplicationShutdown } from '@nestjs/common';
import {
  ExternalWallet,
  GatewayOutcomeUnknown,
  GatewayRejected,
  type RefundRequest,
  type RefundResult,
  type WalletOrder,
  type WalletOrderRequest,
  type WalletPayment,
} from '@app/charges';
import { minorToText } from '@app/kernel';
import { minorFromResponse } from '../flutterwave/amount.mapping';
import { fields, textField } from '../flutterwave/gateway-answer.mapping';
import {
  type GatewayResponse,
  GatewayHttpService,
  type RecordExchange,
} from '../flutterwave/gateway-http.service';
import { redact } from '../flutterwave/redact.policy';
import { refundAskedFor, refundFromResponse } from '../flutterwave/refund.mapping';
import { addressFromResponse } from '../flutterwave/transaction.mapping';

const STATUSES = new Map<unknown, WalletPayment['status']>([
  ['created', 'pending'],
  ['approved', 'approved'],
  ['completed', 'successful'],
  ['declined', 'failed'],
  ['cancelled', 'failed'],
]);

export interface ExternalWalletAccess {
  baseUrl: () => string;
  secretKey: string;
  timeoutMs: number;
}

/** `ExternalWallet` over the protocol of the project's simulator. No real company uses it. */
export class HttpExternalWallet extends ExternalWallet implements OnApplicationShutdown {
  private readonly http: GatewayHttpService;

  constructor({ baseUrl, secretKey, timeoutMs }: ExternalWalletAccess, record?: RecordExchange) {
    super();
    this.http = new GatewayHttpService(baseUrl, secretKey, timeoutMs, record);
  }

  async order(request: WalletOrderRequest): Promise<WalletOrder> {
    const { reference, amountMinor, currency, description, returnUrl: return_url } = request;
    const body = { reference, amount: minorToText(amountMinor), currency, description, return_url };
    const data = accepted(await this.http.post('/orders', body));
    assertAbout(data, reference);
    return { id: textField(data, 'id'), approveUrl: addressFromResponse(data.approve_url) };
  }

  async find(reference: string): Promise<WalletPayment | null> {
    const answer = await this.http.get(`/orders?reference=${encodeURIComponent(reference)}`);
    return answer.httpStatus === 404 ? null : paymentOf(accepted(answer), reference);
  }

  async capture(reference: string): Promise<WalletPayment> {
    return paymentOf(accepted(await this.http.post('/orders/capture', { reference })), reference);
  }

  async cancel(reference: string): Promise<void> {
    accepted(await this.http.post('/orders/cancel', { reference }));
  }

  async refund({ gatewayTransactionId, amountMinor, reference }: RefundRequest): Promise<RefundResult> {
    const body = { capture_id: gatewayTransactionId, amount: minorToText(amountMinor), reference };
    return refundFromResponse(accepted(await this.http.post('/refunds', body)));
  }

  async refundById(refundId: string): Promise<RefundResult | null> {
    const answer = await this.http.get(`/refunds/${encodeURIComponent(refundId)}`);
    return answer.httpStatus === 404 ? null : refundAskedFor(refundId, accepted(answer));
  }

  onApplicationShutdown(): Promise<void> {
    return this.http.close();
  }
}

function accepted({ status, message, httpStatus, data }: GatewayResponse): Record<string, unknown> {
  if (status === 'error') throw new GatewayRejected(redact(message));
  if (httpStatus >= 400)
    throw new GatewayOutcomeUnknown(`the external wallet contradicts itself (${httpStatus})`);
  return fields(data);
}

function assertAbout(data: Record<string, unknown>, reference: string): void {
  if (data.reference !== reference)
    throw new GatewayOutcomeUnknown('the external wallet answered for another reference');
}

/** The captured amount counts, not the requested one. */
function paymentOf(data: Record<string, unknown>, reference: string): WalletPayment {
  assertAbout(data, reference);
  const status = STATUSES.get(data.status);
  const capture = fields(data.capture);
  const isPaid = status === 'successful';
  const amountMinor = minorFromResponse(isPaid ? capture.amount : data.amount);
  if (!status || amountMinor === null)
    throw new GatewayOutcomeUnknown('the external wallet answered half an order');
  const orderId = textField(data, 'id');
  return {
    id: isPaid ? textField(capture, 'id') : orderId,
    txRef: reference,
    gwRef: orderId,
    status,
    amountMinor,
    chargedAmountMinor: amountMinor,
    currency: textField(data, 'currency'),
    processorResponse: status === 'failed' ? 'The payment was not approved' : '',
  };
}
