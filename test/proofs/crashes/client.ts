import { setTimeout as pause } from 'node:timers/promises';
import { type CallOptions, type HttpAnswer, httpClient } from '../../support/http-client';
import type { Host, Stack } from './stack';

/** Longer than any response takes, including those that wait for the card company. */
const MAX_DURATION_MS = 90_000;
const ANSWER_TIMEOUT_MS = 240_000;
const AGAIN_MS = 150;

/** A careful client: it repeats a request with its key until it knows the result. */
export class Client {
  /** Number of responses that were lost or asked to retry later. */
  retries = 0;
  /** Set when the hosts have ended. */
  hasGivenUp = false;

  constructor(private readonly stack: Pick<Stack, 'urls'>) {}

  /** Returns the final response: any success, or a refusal that a retry cannot change. */
  async settled(host: Host, path: string, body: object, options: () => CallOptions): Promise<HttpAnswer> {
    return this.answered(path, () => this.once(host, path, body, options()));
  }

  private async answered(path: string, ask: () => Promise<HttpAnswer | null>): Promise<HttpAnswer> {
    const deadline = performance.now() + ANSWER_TIMEOUT_MS;
    for (;;) {
      const answer = await ask();
      if (answer && isSettled(answer)) return answer;
      if (this.hasGivenUp || performance.now() > deadline) {
        throw new Error(
          `${path} was never settled; last: ${answer ? `${answer.status} ${answer.text}` : 'no answer'}`,
        );
      }
      this.retries += 1;
      await pause(AGAIN_MS);
    }
  }

  /** Reads until it is answered. */
  async read(host: Host, path: string, options: CallOptions): Promise<HttpAnswer> {
    return this.answered(path, () => this.once(host, path, undefined, options));
  }

  /** Sends the empty form of a page until it redirects or refuses; returns the address it leads to, null if it refuses. */
  async opened(page: string): Promise<string | null> {
    const deadline = performance.now() + ANSWER_TIMEOUT_MS;
    while (!this.hasGivenUp && performance.now() < deadline) {
      const signal = AbortSignal.timeout(MAX_DURATION_MS);
      const body = new URLSearchParams();
      const sent = fetch(`${page}/pay`, { method: 'POST', body, redirect: 'manual', signal });
      const answer = await sent.catch(() => null);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer && answer.status < 500 && answer.status !== 429) return answer.headers.get('location');
      this.retries += 1;
      await pause(AGAIN_MS);
    }
    throw new Error(`${page} was never settled`);
  }

  /** Null if the connection was lost before a response arrived. */
  async once(
    host: Host,
    path: string,
    body: object | undefined,
    options: CallOptions,
  ): Promise<HttpAnswer | null> {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = httpClient(method, `${this.stack.urls[host]}/api/${path}`, body, options).catch(() => null);
    const timer = new AbortController();
    const late = pause(MAX_DURATION_MS, 'late' as const, { signal: timer.signal }).catch(
      () => 'late' as const,
    );
    const answer = await Promise.race([sent, late]);
    timer.abort();
    if (answer === 'late') throw new Error(`${path} was not answered within ${MAX_DURATION_MS / 1000} s`);
    return answer;
  }
}

function isSettled({ status, body }: HttpAnswer): boolean {
  if (status >= 500 || status === 429) return false;
  return !['IDEMPOTENCY_IN_PROGRESS', 'CONFLICT'].includes(body?.error_code as string);
}
