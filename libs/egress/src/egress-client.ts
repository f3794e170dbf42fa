import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '@app/config';
import { BoundedResponse, type EgressResponse } from './bounded-response';
import { checkedConnector } from './checked-connector';
import { EgressPolicy, targetOf } from './egress-policy';
import { StatusLineAgent } from './status-line-agent';

const MAX_TARGETS = 1000;

/** What a URL says about the request: its origin, and the path and query for the request line. */
interface Target {
  origin: string;
  path: string;
}

/**
 * Sends requests to URLs that customers choose. It connects to public addresses only, follows no redirects, and
 * limits the total time and the bytes read.
 */
@Injectable()
export class EgressClient implements OnApplicationShutdown {
  private readonly agent: StatusLineAgent;
  private readonly timeoutMs: number;
  /** Of URLs that were used before; to parse one takes a twentieth of the time of a request. */
  private readonly targets = new Map<string, Target>();

  constructor(
    private readonly policy: EgressPolicy,
    config: Config,
  ) {
    this.timeoutMs = config.env.WEBHOOK_TIMEOUT_SECONDS * 1000;
    this.agent = new StatusLineAgent(checkedConnector(policy, this.timeoutMs), 1);
  }

  /**
   * Posts the bytes unchanged. The status line of a response decides, whatever follows it. Throws if the URL is refused
   * or no status line arrives in time.
   */
  post(text: string, headers: Record<string, string>, body: Buffer): Promise<EgressResponse> {
    return new Promise((resolve, reject) => {
      const { origin, path } = this.targetOf(text);
      const answer = new BoundedResponse(this.timeoutMs, (error, found) =>
        error ? reject(error) : resolve(found!),
      );
      this.agent.dispatcher.dispatch({ origin, path, method: 'POST', headers, body }, answer);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  private targetOf(text: string): Target {
    const known = this.targets.get(text);
    if (known) return known;
    const url = this.policy.parse(text);
    if (typeof url === 'string') throw new Error(`the URL ${url}`);
    if (this.targets.size >= MAX_TARGETS) this.targets.clear();
    const target = { origin: url.origin, path: targetOf(text, url) };
    this.targets.set(text, target);
    return target;
  }
}
