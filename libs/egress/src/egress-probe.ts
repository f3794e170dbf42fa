import { request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '@app/config';
import type { buildConnector, Dispatcher } from 'undici';
import { checkedConnector } from './checked-connector';
import { EgressPolicy, targetOf } from './egress-policy';
import { StatusLineAgent } from './status-line-agent';

const HALF_WAY_MS = 100;
const BETWEEN_READS_MS = 50;
const MAX_READING_MS = 1000;

export interface ProbeResponse {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
}

/**
 * Sends requests that test how a receiver handles bad clients: slow reading, or disconnecting during the request.
 * It may reach the same addresses as `EgressClient`, with one connection per request. `signal` aborts a request.
 */
@Injectable()
export class EgressProbe implements OnApplicationShutdown {
  private readonly agent: StatusLineAgent;
  private readonly connect: buildConnector.connector;
  private readonly timeoutMs: number;

  constructor(
    private readonly policy: EgressPolicy,
    config: Config,
  ) {
    this.timeoutMs = config.env.WEBHOOK_TIMEOUT_SECONDS * 1000;
    this.connect = checkedConnector(policy, this.timeoutMs);
    this.agent = new StatusLineAgent(this.connect, 0);
  }

  /** Posts and reads only the head of the response. Throws if none arrives in time or the URL is refused. */
  async post(
    text: string,
    headers: Record<string, string>,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<ProbeResponse> {
    const answer = await this.request(text, headers, body, signal);
    answer.body.on('error', () => undefined).destroy();
    return { status: answer.statusCode, headers: answer.headers };
  }

  /** Posts and reads the response in small pieces with pauses, for at most a second. */
  async postReadingSlowly(
    text: string,
    headers: Record<string, string>,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<ProbeResponse> {
    const answer = await this.request(text, headers, body, signal);
    const until = performance.now() + MAX_READING_MS;
    const pieces = answer.body[Symbol.asyncIterator]();
    try {
      while (performance.now() < until && !(await pieces.next()).done) await pause(BETWEEN_READS_MS);
    } catch {
      // The receiver may close a slow connection.
    }
    answer.body.on('error', () => undefined).destroy();
    return { status: answer.statusCode, headers: answer.headers };
  }

  /** Announces the whole body, sends half of it and disconnects. Throws if it could not send that half. */
  async hangUp(
    text: string,
    headers: Record<string, string>,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    const url = this.urlOf(text);
    const { host, hostname, protocol, port } = url;
    const request = httpRequest({
      method: 'POST',
      path: targetOf(text, url),
      signal,
      headers: { ...headers, Host: host, Connection: 'close', 'Content-Length': body.length },
      createConnection: (_, created) => {
        this.connect({ host, hostname, protocol, port }, (error, socket) => created(error, socket!));
        return null;
      },
    });
    await new Promise<void>((resolve, reject) => {
      request.on('error', reject);
      request.write(body.subarray(0, body.length >> 1), (error) => (error ? reject(error) : resolve()));
    });
    await pause(HALF_WAY_MS);
    request.destroy();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  private async request(
    text: string,
    headers: Record<string, string>,
    body: Buffer,
    given: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const url = this.urlOf(text);
    const late = AbortSignal.timeout(this.timeoutMs);
    const signal = AbortSignal.any([given, late]);
    try {
      return await this.agent.dispatcher.request({
        origin: url.origin,
        path: targetOf(text, url),
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

  private urlOf(text: string): URL {
    const url = this.policy.parse(text);
    if (typeof url === 'string') throw new Error(`the URL ${url}`);
    return url;
  }
}
