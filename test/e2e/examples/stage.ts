import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CallOptions, HttpAnswer } from '../../support/http-client';
import type { TestMerchant, TestStaff, TestUser } from '../../support/people';
import type { Platform } from '../../support/platform';
import type { HabitualReceiver } from '../webhooks/conformance-receivers';
import { STEPS } from './steps';

export type Host = 'business' | 'checkout' | 'sandbox' | 'app';

interface Request {
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** Requests by the id of their operation, and the constant that stands in the documents for each reference. */
export const EXAMPLES = JSON.parse(
  readFileSync(path.resolve(__dirname, '../../../libs/http/src/openapi/examples.json'), 'utf8'),
) as { values: Record<string, string | number>; requests: Record<string, Request> };

const TIME = /^\d{4}-\d\d/;
const REFERENCE = /^\{\{(\w+)\}\}$/;

/** What several stages share, because making it costs more or can be made once only. */
export interface Shared {
  platform: Platform;
  /** An endpoint that keeps all rules of webhooks. */
  receiver: HabitualReceiver;
  /** Staff of one kind each, by role. */
  staff: Record<'admin' | 'compliance' | 'finance', TestStaff>;
}

/** The accounts and objects of one example. Each of them is made when the example first needs it. */
export class Stage {
  /** Credentials other than those of the merchant; a step that sets up an account for the example sets them. */
  by: CallOptions | null = null;
  /** The token of the page of the session that a step has opened. */
  sessionToken: string | undefined;
  readonly startedAt: Date;
  /** Undoes what a step has changed for all. */
  end: () => void = () => undefined;
  private readonly made = new Map<string, Promise<unknown>>();

  constructor(
    readonly host: Host,
    readonly shared: Shared,
  ) {
    this.startedAt = this.platform.clock.now();
  }

  get platform(): Platform {
    return this.shared.platform;
  }

  /** The mode of the objects that the example is about. */
  get mode(): 'live' | 'test' {
    return this.host === 'sandbox' ? 'test' : 'live';
  }

  /** The account that sends the example: a business with money. */
  merchant(): Promise<TestMerchant> {
    return this.once('merchant', async () => {
      const merchant = await this.platform.merchant({
        first_name: 'Ada',
        last_name: 'Okafor',
        business_name: 'Okafor Books',
      });
      await this.platform.fund(merchant, 'NGN', '500000.00');
      return merchant;
    });
  }

  /** Another person with money, to whom the account sends or from whom it receives. */
  other(): Promise<TestUser> {
    return this.once('other', async () => {
      const other = await this.platform.signUp({ first_name: 'Grace', last_name: 'Mensah' });
      await this.platform.fund(other, 'NGN', '500000.00');
      return other;
    });
  }

  /** The value of a reference, made by the step of its name. */
  value(name: string): Promise<unknown> {
    const step = STEPS[name];
    if (!step) throw new Error(`examples.json refers to {{${name}}}, for which no step is written`);
    return this.once(name, () => step(this));
  }

  /** What this run has in place of the constants of the documents, the longest first. */
  async known(): Promise<[real: string, shown: string][]> {
    const found = new Map<string, string>();
    for (const [name, made] of this.made) {
      const value = await made;
      const shown = EXAMPLES.values[name];
      if (shown !== undefined && !Buffer.isBuffer(value) && !TIME.test(String(value)))
        found.set(String(value), ofModeOf(String(value), String(shown)));
    }
    for (const [account, name] of [
      ['merchant', 'ada'],
      ['person', 'ada'],
      ['other', 'grace'],
      ['applicant', 'grace'],
    ] as const) {
      const user = (await this.made.get(account)) as TestUser | undefined;
      if (!user) continue;
      found.set(user.email, `${name}@example.com`);
      found.set(user.usertag, name);
    }
    for (const [host, url] of Object.entries(this.platform.urls))
      found.set(url, `https://${host}.example.com`);
    found.set(this.shared.receiver.url, 'https://shop.example.com/hooks');
    return [...found].filter(([real]) => real.length > 0).sort(([one], [two]) => two.length - one.length);
  }

  /** Does the work once. */
  once<T>(name: string, work: () => Promise<T>): Promise<T> {
    const known = this.made.get(name) ?? work();
    this.made.set(name, known);
    return known as Promise<T>;
  }

  /** The request with the values of this stage in place of its references. */
  async filled<T>(request: T): Promise<T> {
    if (typeof request === 'string') {
      const name = REFERENCE.exec(request)?.[1];
      return (name === undefined ? request : await this.value(name)) as T;
    }
    if (typeof request !== 'object' || request === null) return request;
    if (Array.isArray(request))
      return (await Promise.all(request.map((one) => this.filled<unknown>(one)))) as T;
    const entries: [string, unknown][] = [];
    // One after the other: the order of steps decides about ids.
    for (const [key, value] of Object.entries(request))
      entries.push([key, await this.filled<unknown>(value)]);
    return Object.fromEntries(entries) as T;
  }

  /** Sends a request that prepares the example, by the merchant unless `by` says otherwise. Throws where it is refused. */
  async post(host: Host, action: string, body: object, by?: CallOptions): Promise<Answer> {
    const answer = await this.platform.post(host, action, body, by ?? (await this.credentials(host)));
    return succeeded(action, answer);
  }

  async get(host: Host, action: string, by?: CallOptions): Promise<Answer> {
    const answer = await this.platform.get(host, action, by ?? (await this.credentials(host)));
    return succeeded(action, answer);
  }

  /** The merchant's session on the hosts of people, and the key of their app elsewhere. */
  private async credentials(host: Host): Promise<CallOptions> {
    const { token, live, test } = await this.merchant();
    if (host === 'business' || host === 'app') return { token };
    return { key: (host === 'checkout' ? live : test).secret_key };
  }
}

/** The constant with the mode of the real id. */
const ofModeOf = (real: string, shown: string): string =>
  /^[a-z]+_live_/.test(real) ? shown.replace('_test_', '_live_') : shown;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the shape differs by action
type Answer = Record<string, any>;

function succeeded(action: string, { status, body, text }: HttpAnswer): Answer {
  if (status >= 300) throw new Error(`${action}: ${status} ${text}`);
  return body as Answer;
}
