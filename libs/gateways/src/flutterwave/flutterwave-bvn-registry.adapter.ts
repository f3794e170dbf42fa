import type { OnApplicationShutdown } from '@nestjs/common';
import { GatewayOutcomeUnknown } from '@app/charges';
import { type BvnOrder, BvnRegistry, BvnRegistryAway, type BvnResult, type BvnStart } from '@app/kyc';
import { resultFromResponse, startFromResponse } from './bvn.mapping';
import type { FlutterwaveConfig } from './flutterwave-gateway.adapter';
import { GatewayHttpService, type GatewayResponse } from './gateway-http.service';
import { redact } from './redact.policy';

const DEFAULT_TIMEOUT_MS = 35_000;
const REFUSED_REQUEST = new Set([400, 404, 422]);
/** The company's words for a number that the registry does not have. Other refusals are faults of the configuration. */
const UNKNOWN_NUMBER =
  /\bbvn\b.*\b(invalid|incorrect|unknown|not (be )?found|does not exist)\b|\binvalid bvn\b/i;

/** `BvnRegistry` over the Flutterwave v3 protocol, which the simulator serves as well. */
export class FlutterwaveBvnRegistry extends BvnRegistry implements OnApplicationShutdown {
  private readonly http: GatewayHttpService;

  constructor(private readonly config: FlutterwaveConfig) {
    super();
    const { baseUrl } = config;
    const address = typeof baseUrl === 'string' ? () => baseUrl : baseUrl;
    this.http = new GatewayHttpService(address, config.secretKey, config.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  }

  start({ bvn, firstName: firstname, lastName: lastname, redirectUrl }: BvnOrder): Promise<BvnStart> {
    return answered(async () => {
      const body = { bvn: bvn.digits, firstname, lastname, redirect_url: redirectUrl };
      const answer = await this.http.post('/bvn/verifications', body);
      const { httpStatus, status, message } = answer;
      if (status === 'error' && REFUSED_REQUEST.has(httpStatus) && UNKNOWN_NUMBER.test(message))
        return { kind: 'unknown' };
      return startFromResponse(this.accepted(answer, bvn.digits).data, redirectUrl);
    });
  }

  result(reference: string): Promise<BvnResult> {
    return answered(async () => {
      const answer = await this.http.get(`/bvn/verifications/${encodeURIComponent(reference)}`);
      return resultFromResponse(this.accepted(answer).data, reference);
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.http.close();
  }

  /** A refusal of the order is no statement about the number, e.g. with a wrong key. */
  private accepted(answer: GatewayResponse, bvn?: string): GatewayResponse {
    const { status, httpStatus, message } = answer;
    if (status === 'success' && httpStatus < 400) return answer;
    const said = redact(message, [this.config.secretKey, ...(bvn ? [bvn] : [])]);
    throw new GatewayOutcomeUnknown(`the gateway refused (${httpStatus}): ${said}`);
  }
}

async function answered<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof GatewayOutcomeUnknown) throw new BvnRegistryAway(error.message);
    throw error;
  }
}
