import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '@app/config';
import { Agent, type Dispatcher, request } from 'undici';
import { checkedConnector } from './checked-connector';
import { EgressPolicy } from './egress-policy';

const HALF_WAY_MS = 100;
const BETWEEN_READS_MS = 50;
const LONGEST_READING_MS = 1000;

export interface ProbeAnswer {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
}

/**
 * Sends requests as no good client would, to see how a receiver bears them: reading slowly, or hanging up half way.
 * They go where `EgressClient` may go and nowhere else, each on a connection of its own. `signal` ends one early.
 */
@Injectable()
export class EgressProbe implements OnApplicationShutdown {
  private readonly agent: Agent;
  private readonly timeoutMs: number;

  constructor(
    private readonly policy: EgressPolicy,
    config: Config,
  ) {
    this.timeoutMs = config.env.WEBHOOK_TIMEOUT_SECONDS * 1000;
    const connect = checkedConnector(policy, this.timeoutMs);
    this.agent = new Agent({ connect, maxHeaderSize: 16 * 1024, pipelining: 0 });
  }

  /** Posts, and reads no more of the answer than its head. Throws when none came in time or the URL is refused. */
  async post(
    text: string,
    headers: Record<string, string>,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<ProbeAnswer> {
    const answer = await this.request(text, headers, body, signal);
    answer.body.on('error', () => undefined).destroy();
    return { status: answer.statusCode, headers: answer.headers };
  }

  /** Posts, and takes the answer in small pieces with pauses between them, for a second at most. */
  async postReadingSlowly(
    text: string,
    headers: Record<string, string>,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<ProbeAnswer> {
    const answer = await this.request(text, headers, body, signal);
    const until = performance.now() + LONGEST_READING_MS;
    const pieces = answer.body[Symbol.asyncIterator]();
    try {
      while (performance.now() < until && !(await pieces.next()).done) await pause(BETWEEN_READS_MS);
    } catch {
      // The receiver lost patience, as it may.
    }
    answer.body.on('error', () => undefined).destroy();
    return { status: answer.statusCode, headers: answer.headers };
  }

  /** Promises the whole body, sends half of it and hangs up. Resolves when the connection is gone. */
  async hangUp(
    text: string,
    headers: Record<string, string>,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<void> {
    const hangingUp = new AbortController();
    async function* half() {
      yield body.subarray(0, body.length >> 1);
      await pause(HALF_WAY_MS);
      hangingUp.abort();
    }
    const promised = { ...headers, 'Content-Length': String(body.length) };
    const until = AbortSignal.any([signal, hangingUp.signal]);
    await this.request(text, promised, Readable.from(half()), until).then(
      (early) => early.body.on('error', () => undefined).destroy(),
      () => undefined,
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  private async request(
    text: string,
    headers: Record<string, string>,
    body: Buffer | Readable,
    given: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const url = this.policy.parse(text);
    if (typeof url === 'string') throw new Error(`the URL ${url}`);
    const late = AbortSignal.timeout(this.timeoutMs);
    const signal = AbortSignal.any([given, late]);
    try {
      return await request(url, {
        dispatcher: this.agent,
        method: 'POST',
        headers,
        body,
        signal,
        reset: true,
      });
    } catch (error) {
      throw late.aborted ? new Error(`no answer within ${this.timeoutMs / 1000} seconds`) : error;
    }
  }
}
