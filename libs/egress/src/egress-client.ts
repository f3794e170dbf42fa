import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '@app/config';
import { Agent, type Dispatcher, request } from 'undici';
import { checkedConnector } from './checked-connector';
import { EgressPolicy } from './egress-policy';

/** As much of an answer as is read at all. */
export const LONGEST_ANSWER = 64 * 1024;

export interface EgressAnswer {
  status: number;
  /** The first 64 KiB at most, and no more than came in time. */
  body: Buffer;
}

/**
 * Sends requests to URLs that customers choose: to public addresses only, without following redirects, with one
 * time limit over everything and an upper bound on what is read.
 */
@Injectable()
export class EgressClient implements OnApplicationShutdown {
  private readonly agent: Agent;
  private readonly timeoutMs: number;

  constructor(
    private readonly policy: EgressPolicy,
    config: Config,
  ) {
    this.timeoutMs = config.env.WEBHOOK_TIMEOUT_SECONDS * 1000;
    this.agent = new Agent({
      connect: checkedConnector(policy, this.timeoutMs),
      maxHeaderSize: 16 * 1024,
      pipelining: 1,
    });
  }

  /** Posts the bytes as they are. Throws when the URL is refused or no answer came in time. */
  async post(text: string, headers: Record<string, string>, body: Buffer): Promise<EgressAnswer> {
    const url = this.policy.parse(text);
    if (typeof url === 'string') throw new Error(`the URL ${url}`);
    const signal = AbortSignal.timeout(this.timeoutMs);
    try {
      const answer = await request(url, { dispatcher: this.agent, method: 'POST', headers, body, signal });
      return { status: answer.statusCode, body: await beginningOf(answer.body) };
    } catch (error) {
      throw signal.aborted ? new Error(`no answer within ${this.timeoutMs / 1000} seconds`) : error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }
}

/** An answer counts by its status: a body that is endless, late or broken only ends the reading. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= LONGEST_ANSWER) break;
    }
  } catch {
    // What has come is what there is.
  }
  return Buffer.concat(chunks).subarray(0, LONGEST_ANSWER);
}
