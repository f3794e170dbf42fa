import type { OnApplicationShutdown } from '@nestjs/common';
import { GatewayOutcomeUnknown } from '@app/charges';
import { type Bank, type BankBranch, type BankCountry, BankDirectory, BankDirectoryAway } from '@app/payouts';
import type { FlutterwaveConfig } from './flutterwave-gateway.adapter';
import { fields } from './gateway-answer.mapping';
import { GatewayHttpService, type GatewayResponse } from './gateway-http.service';

const DEFAULT_TIMEOUT_MS = 35_000;
const UNKNOWN_ACCOUNT = new Set([400, 404, 422]);
const MAX_NAME = 150;

/** `BankDirectory` over the Flutterwave v3 protocol, which the simulator serves as well. */
export class FlutterwaveBanks extends BankDirectory implements OnApplicationShutdown {
  private readonly http: GatewayHttpService;

  constructor(config: Omit<FlutterwaveConfig, 'encryptionKey'>) {
    super();
    const { baseUrl } = config;
    const address = typeof baseUrl === 'string' ? () => baseUrl : baseUrl;
    this.http = new GatewayHttpService(address, config.secretKey, config.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  }

  async banks(country: BankCountry): Promise<Bank[]> {
    const rows = await this.rows(`/banks/${country}`);
    return rows
      .map(({ id, code, name }) => ({ id: String(id), code: textOf(code), name: textOf(name) }))
      .filter(({ code, name }) => code !== '' && name !== '');
  }

  async branches(bankId: string): Promise<BankBranch[]> {
    const rows = await this.rows(`/banks/${encodeURIComponent(bankId)}/branches`);
    return rows
      .map(({ branch_code, branch_name }) => ({ code: textOf(branch_code), name: textOf(branch_name) }))
      .filter(({ code }) => code !== '');
  }

  async holderOf({ bankCode, accountNumber }: { bankCode: string; accountNumber: string }) {
    const body = { account_number: accountNumber, account_bank: bankCode };
    const answer = await answered(this.http.post('/accounts/resolve', body));
    if (answer.status === 'error' && UNKNOWN_ACCOUNT.has(answer.httpStatus)) return null;
    const data = fields(this.accepted(answer).data);
    if (data.account_number !== accountNumber)
      throw new BankDirectoryAway('the gateway answered for another account');
    return textOf(data.account_name) || null;
  }

  onApplicationShutdown(): Promise<void> {
    return this.http.close();
  }

  private async rows(path: string): Promise<Record<string, unknown>[]> {
    const { data } = this.accepted(await answered(this.http.get(path)));
    if (!Array.isArray(data)) throw new BankDirectoryAway('the gateway answered no list');
    return (data as unknown[]).map(fields);
  }

  private accepted(answer: GatewayResponse): GatewayResponse {
    if (answer.status === 'success' && answer.httpStatus < 400) return answer;
    throw new BankDirectoryAway(`the gateway answered ${answer.httpStatus}`);
  }
}

async function answered(response: Promise<GatewayResponse>): Promise<GatewayResponse> {
  try {
    return await response;
  } catch (error) {
    throw error instanceof GatewayOutcomeUnknown ? new BankDirectoryAway(error.message) : error;
  }
}

function textOf(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string'
    ? text
        .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
        .trim()
        .slice(0, MAX_NAME)
    : '';
}
