import type { OnApplicationShutdown } from '@nestjs/common';
import { minorToText, randomToken } from '@app/kernel';
import {
  PaymentGateway,
  GatewayOutcomeUnknown,
  GatewayNotNow,
  GatewayRejected,
  RefundNotSupported,
  type CardChargeRequest,
  type BankAccountOffer,
  type BankTransferRequest,
  type CardChargeResult,
  type GatewayTransaction,
  type MobileMoneyRequest,
  type MobileMoneyResult,
  type RefundRequest,
  type RefundResult,
  type TokenChargeRequest,
  type UssdOffer,
  type UssdRequest,
  type VirtualAccountOffer,
  type VirtualAccountRequest,
  type WaitingCardsStore,
} from '@app/charges';
import { chargePayload } from './charge.mapping';
import { fields } from './gateway-answer.mapping';
import { GatewayHttpService, type GatewayResponse, type RecordExchange } from './gateway-http.service';
import {
  accountFromResponse,
  mobileMoneyFromResponse,
  ussdFromResponse,
  virtualAccountFromResponse,
} from './method-answer.mapping';
import {
  bankTransferPayload,
  mobileMoneyPayload,
  mobileMoneyType,
  tokenPayload,
  ussdPayload,
  virtualAccountPayload,
} from './method-payload.mapping';
import { assertEncryptionKey, encryptPayload } from './payload-cipher.policy';
import { redact } from './redact.policy';
import { refundAskedFor, refundFromResponse, refusesMethod } from './refund.mapping';
import { chargeFromResponse, transactionFromResponse } from './transaction.mapping';

export interface FlutterwaveConfig {
  /** Without a trailing slash, e.g. `https://host/v3`. A function if it is known only after start. */
  baseUrl: string | (() => string);
  secretKey: string;
  /** 24 bytes, from the company's dashboard. */
  encryptionKey: string;
  /** Default 35,000: longer than the company's limit of about 28 s, after which it responds with 503. */
  timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 35_000;
/** Our key is not accepted, or we send too many requests: other requests of the kind will be accepted later. */
const NOT_NOW = new Set([401, 403, 429]);
/** Prefix of references that this adapter assigns while the company has none. */
const PIN_HANDLE = 'PIN-';
/** Pages of transactions that are read for one reference; the company sends ten transactions on each. */
const MAX_PAGES = 500;

/**
 * `PaymentGateway` over the Flutterwave v3 protocol. The simulator uses the same protocol, so the base URL and keys
 * select the company. The card of a charge that waits for its PIN is kept by `WaitingCardsStore`, so `validate` may reach any
 * process.
 */
export class FlutterwaveGateway extends PaymentGateway implements OnApplicationShutdown {
  private readonly http: GatewayHttpService;

  constructor(
    private readonly config: FlutterwaveConfig,
    private readonly cards: Pick<WaitingCardsStore, 'put' | 'take'>,
    record?: RecordExchange,
  ) {
    super();
    assertEncryptionKey(config.encryptionKey);
    const { baseUrl } = config;
    const address = typeof baseUrl === 'string' ? () => baseUrl : baseUrl;
    this.http = new GatewayHttpService(
      address,
      config.secretKey,
      config.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      record,
    );
  }

  charge(request: CardChargeRequest): Promise<CardChargeResult> {
    return this.submit(request.txRef, chargePayload(request));
  }

  async validate({ gwRef, otp }: { gwRef: string; otp: string }): Promise<CardChargeResult> {
    if (gwRef.startsWith(PIN_HANDLE)) return this.submitPin(gwRef, otp);
    const answer = this.accepted(
      await this.http.post('/validate-charge', { otp, flw_ref: gwRef, type: 'card' }),
    );
    return chargeFromResponse(answer.data, answer.meta);
  }

  async bankTransfer(request: BankTransferRequest): Promise<BankAccountOffer> {
    const { meta } = await this.begin('bank_transfer', bankTransferPayload(request));
    return accountFromResponse(meta, request.amountMinor);
  }

  async openVirtualAccount(request: VirtualAccountRequest): Promise<VirtualAccountOffer> {
    const answer = await this.http.post('/virtual-account-numbers', virtualAccountPayload(request));
    return virtualAccountFromResponse(this.accepted(answer).data);
  }

  async ussd(request: UssdRequest): Promise<UssdOffer> {
    const { data, meta } = await this.begin('ussd', ussdPayload(request));
    return ussdFromResponse(data, meta);
  }

  async mobileMoney(request: MobileMoneyRequest): Promise<MobileMoneyResult> {
    const type = mobileMoneyType(request.currency);
    if (!type) throw new GatewayRejected(`There is no mobile money in ${request.currency}`);
    const { data, meta } = await this.begin(type, mobileMoneyPayload(request));
    return mobileMoneyFromResponse(data, meta, request.txRef);
  }

  async chargeToken(request: TokenChargeRequest): Promise<CardChargeResult> {
    const { data, meta } = this.accepted(await this.http.post('/tokenized-charges', tokenPayload(request)));
    this.assertAbout(request.txRef, data);
    return chargeFromResponse(data, meta);
  }

  /** Not every description of the protocol has this filter, so the result of verification is added. */
  async transactionsByRef(txRef: string, since?: Date): Promise<GatewayTransaction[]> {
    const [listed, verified] = await Promise.all([this.list(txRef, since), this.transactionByRef(txRef)]);
    const byId = new Map([...listed, ...(verified ? [verified] : [])].map((found) => [found.id, found]));
    return [...byId.values()].sort((a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1));
  }

  async transactionByRef(txRef: string): Promise<GatewayTransaction | null> {
    const found = await this.lookUp(`/transactions/verify_by_reference?tx_ref=${encodeURIComponent(txRef)}`);
    if (found && found.txRef !== txRef)
      throw new GatewayOutcomeUnknown('the gateway answered for another reference');
    return found;
  }

  async transactionById(id: string): Promise<GatewayTransaction | null> {
    const found = await this.lookUp(`/transactions/${encodeURIComponent(id)}/verify`);
    if (found && found.id !== id)
      throw new GatewayOutcomeUnknown('the gateway answered for another transaction');
    return found;
  }

  async refund({ gatewayTransactionId, amountMinor, reference }: RefundRequest): Promise<RefundResult> {
    const path = `/transactions/${encodeURIComponent(gatewayTransactionId)}/refund`;
    // The protocol has no idempotency key, so the reference is sent in its one free field.
    const body = { amount: minorToText(amountMinor), comments: reference };
    const answer = await this.http.post(path, body, reference);
    if (answer.status === 'error' && refusesMethod(answer.message))
      throw new RefundNotSupported(this.safe(answer));
    return refundFromResponse(this.accepted(answer).data);
  }

  async refundById(refundId: string): Promise<RefundResult | null> {
    const answer = await this.http.get(`/refunds/${encodeURIComponent(refundId)}`);
    if (answer.httpStatus === 404) return null;
    return refundAskedFor(refundId, this.accepted(answer).data);
  }

  /** Runs after the host's listener has drained, because a charge in progress needs its connection until then. */
  onApplicationShutdown(): Promise<void> {
    return this.http.close();
  }

  private async submit(txRef: string, payload: Record<string, unknown>): Promise<CardChargeResult> {
    const client = encryptPayload(payload, this.config.encryptionKey);
    const { data, meta } = this.accepted(await this.http.post('/charges?type=card', { client }, txRef));
    const { mode } = fields(fields(meta).authorization);
    if (mode === 'pin') {
      const gwRef = PIN_HANDLE + randomToken(18);
      await this.cards.put(gwRef, txRef, payload);
      return { kind: 'pending', gwRef, gatewayTransactionId: null, authMode: 'pin' };
    }
    if (mode === 'avs_noauth') return declined('This card needs an address check, which is not supported.');
    this.assertAbout(txRef, data);
    return chargeFromResponse(data, meta);
  }

  private async begin(type: string, payload: object): Promise<GatewayResponse> {
    return this.accepted(await this.http.post(`/charges?type=${type}`, payload));
  }

  private assertAbout(txRef: string, data: unknown): void {
    if (fields(data).tx_ref !== txRef)
      throw new GatewayOutcomeUnknown('the gateway answered for another reference');
  }

  private async list(txRef: string, since?: Date): Promise<GatewayTransaction[]> {
    const found: GatewayTransaction[] = [];
    const from = since ? `&from=${since.toISOString().slice(0, 10)}` : '';
    for (let page = 1; page <= MAX_PAGES; page++) {
      const path = `/transactions?tx_ref=${encodeURIComponent(txRef)}${from}&page=${page}`;
      const { data, meta, status, httpStatus } = await this.http.get(path);
      if (httpStatus === 429) throw new GatewayOutcomeUnknown('the gateway limits our questions');
      // A company without this list refuses the request. The result of verification then has to suffice.
      if (status === 'error' || !Array.isArray(data)) return found;
      const ours = data.filter((entry) => fields(entry).tx_ref === txRef);
      found.push(...ours.map(transactionFromResponse));
      const { total_pages } = fields(fields(meta).page_info);
      if (typeof total_pages !== 'number' || page >= total_pages) return found;
    }
    throw new GatewayOutcomeUnknown(`the gateway lists more than ${MAX_PAGES} pages of transactions`);
  }

  private async submitPin(gwRef: string, pin: string): Promise<CardChargeResult> {
    const taken = await this.cards.take(gwRef);
    if (!taken) return declined('This payment no longer waits for a PIN. Start the payment again.');
    if (taken.state === 'taken')
      throw new GatewayOutcomeUnknown('a PIN was already submitted for this charge');
    return this.submit(taken.txRef, { ...taken.payload, authorization: { mode: 'pin', pin } });
  }

  private async lookUp(path: string): Promise<GatewayTransaction | null> {
    const answer = await this.http.get(path);
    if (answer.httpStatus === 404) return null;
    if (answer.httpStatus === 400 && /no transaction/i.test(answer.message)) return null;
    if (answer.httpStatus === 429) throw new GatewayOutcomeUnknown('the gateway limits our questions');
    return transactionFromResponse(this.accepted(answer).data);
  }

  private accepted(answer: GatewayResponse): GatewayResponse {
    if (answer.status === 'error')
      throw NOT_NOW.has(answer.httpStatus)
        ? new GatewayNotNow(this.safe(answer))
        : new GatewayRejected(this.safe(answer));
    if (answer.httpStatus >= 400)
      throw new GatewayOutcomeUnknown(`the gateway contradicts itself (${answer.httpStatus})`);
    return answer;
  }

  private safe({ message }: GatewayResponse): string {
    return redact(message, [this.config.secretKey, this.config.encryptionKey]);
  }
}

/** A charge that ends before the company creates a transaction. */
function declined(declineReason: string): CardChargeResult {
  return {
    kind: 'failed',
    gwRef: PIN_HANDLE + randomToken(18),
    gatewayTransactionId: null,
    authMode: null,
    declineReason,
  };
}
