import type { OnApplicationShutdown } from '@nestjs/common';
import {
  type ChargebackAnswer,
  type ChargebackReading,
  ChargebackSource,
  GatewayOutcomeUnknown,
  GatewayRejected,
  type ReportedChargeback,
} from '@app/charges';
import { chargebackFromResponse } from './chargeback.mapping';
import type { FlutterwaveConfig } from './flutterwave-gateway.adapter';
import { fields, textField } from './gateway-answer.mapping';
import { GatewayHttpService, type GatewayResponse, type RecordExchange } from './gateway-http.service';
import { redact } from './redact.policy';

const DEFAULT_TIMEOUT_MS = 35_000;
const MAX_PAGES = 500;
const ACTIONS = { accept: 'accept', contest: 'decline' } as const;

/** `ChargebackSource` over the Flutterwave v3 protocol, which has no event for chargebacks. */
export class FlutterwaveChargebacks extends ChargebackSource implements OnApplicationShutdown {
  private readonly http: GatewayHttpService;
  private readonly secrets: string[];

  constructor(
    { baseUrl, secretKey, encryptionKey, timeoutMs = DEFAULT_TIMEOUT_MS }: FlutterwaveConfig,
    record?: RecordExchange,
  ) {
    super();
    const address = typeof baseUrl === 'string' ? () => baseUrl : baseUrl;
    this.http = new GatewayHttpService(address, secretKey, timeoutMs, record);
    this.secrets = [secretKey, encryptionKey];
  }

  async since(day: Date): Promise<ChargebackReading> {
    const from = day.toISOString().slice(0, 10);
    const found: ReportedChargeback[] = [];
    let unreadable = 0;
    for (let page = 1; page <= MAX_PAGES; page++) {
      const { data, meta } = this.accepted(await this.http.get(`/chargebacks?from=${from}&page=${page}`));
      if (!Array.isArray(data)) throw new GatewayOutcomeUnknown('the gateway lists no chargebacks');
      const reports = data.flatMap((row) => chargebackFromResponse(row) ?? []);
      found.push(...reports);
      unreadable += data.length - reports.length;
      const { total_pages = 1 } = fields(fields(meta).page_info);
      if (typeof total_pages !== 'number') throw new GatewayOutcomeUnknown('the gateway lists no pages');
      if (page >= total_pages) return { chargebacks: found, unreadable };
    }
    throw new GatewayOutcomeUnknown(`the gateway lists more than ${MAX_PAGES} pages of chargebacks`);
  }

  async byId(id: string): Promise<ReportedChargeback | null> {
    const { data } = this.accepted(await this.http.get(`/chargebacks?id=${encodeURIComponent(id)}`));
    if (!Array.isArray(data)) throw new GatewayOutcomeUnknown('the gateway lists no chargebacks');
    return data.map(chargebackFromResponse).find((found) => found?.id === id) ?? null;
  }

  async answer({ id, decision, comment, evidence }: ChargebackAnswer): Promise<void> {
    const text = [comment, ...evidence.map((name) => `Evidence: ${name}`)].filter(Boolean).join('\n');
    const body = { action: ACTIONS[decision], comment: text };
    this.accepted(await this.http.put(`/chargebacks/${encodeURIComponent(id)}`, body, id));
  }

  async upload(jpeg: Buffer): Promise<string> {
    const file = new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' });
    const data = fields(this.accepted(await this.http.upload('/upload_image', 'image', file)).data);
    return textField(data, typeof data.url === 'string' ? 'url' : 'id');
  }

  onApplicationShutdown(): Promise<void> {
    return this.http.close();
  }

  private accepted(answer: GatewayResponse): GatewayResponse {
    if (answer.httpStatus === 429) throw new GatewayOutcomeUnknown('the gateway limits our questions');
    if (answer.status === 'error') throw new GatewayRejected(redact(answer.message, this.secrets));
    if (answer.httpStatus >= 400)
      throw new GatewayOutcomeUnknown(`the gateway contradicts itself (${answer.httpStatus})`);
    return answer;
  }
}
