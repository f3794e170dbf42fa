import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { generateSync } from 'otplib';
import { PulledRatesService } from '../../../libs/fx/src/rates/pulled-rates.service';
import type { TestStaff, TestUser } from '../../support/people';
import type { Platform } from '../../support/platform';

/** A token lives for 15 minutes. */
const TOKEN_SERVES_MS = 600_000;

const CLERKS = ['finance', 'finance', 'compliance'] as const;

export type Host = 'business' | 'checkout' | 'app';

export interface Call {
  host: Host;
  method: 'GET' | 'POST';
  /** Below `/api/`, e.g. `wallet.php?action=transfer`. */
  path: string;
  body?: object;
  apiKey?: string;
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

export interface Reply {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the model compares what it expects
  body: any;
  text: string;
  replayed: boolean;
}

/**
 * The product under test with the same guards, controllers, commands and database as over HTTP. It uses no socket,
 * because a model test sends a hundred thousand requests.
 */
export class Service {
  /** The secret key of each account, in the order of the model's accounts. */
  readonly keys: string[] = [];
  /** Their public keys, which browsers use. */
  readonly publicKeys: string[] = [];
  readonly ids: string[] = [];
  readonly people: Pick<TestUser, 'email' | 'password' | 'pin'>[] = [];

  /** Two members of finance staff, who asks for actions and who approves what is held, and one of compliance. */
  private readonly clerks: { clerk: TestStaff; since: number }[] = [];
  private readonly tokens = new Map<number, { token: string; since: number }>();

  constructor(readonly platform: Platform) {}

  /** A request of finance staff. What is held for its amount or for want of a rate, a second person approves. */
  async byStaff(path: string, body: object): Promise<Reply> {
    const reply = await this.byClerk(0, 'POST', path, body);
    if (reply.status !== 202) return reply;
    const { approval_id } = reply.body;
    const shown = `admin.php?section=approvals&action=show&approval_id=${approval_id}`;
    const { digest } = (await this.byClerk(1, 'GET', shown)).body;
    const approval = { approval_id, digest };
    const approved = await this.byClerk(1, 'POST', 'admin.php?section=approvals&action=approve', approval);
    return { ...approved, body: { ...approved.body, ...approved.body.result } };
  }

  byCompliance(path: string, body: object): Promise<Reply> {
    return this.byClerk(2, 'POST', path, body);
  }

  /** The sessions of an account have ended. */
  signedOut(account: number): void {
    this.tokens.delete(account);
  }

  /** Clerks sign in again before their token expires. */
  private async byClerk(index: number, method: Call['method'], path: string, body?: object): Promise<Reply> {
    const now = this.platform.clock.now().getTime();
    const known = this.clerks[index];
    if (!known || now - known.since > TOKEN_SERVES_MS) {
      const clerk = await (known ? this.signedIn(known.clerk) : this.platform.staff(CLERKS[index]!));
      this.clerks[index] = { clerk, since: now };
    }
    const headers = { authorization: `Bearer ${this.clerks[index]!.clerk.token}` };
    return this.call({ host: 'business', method, path, body, headers });
  }

  /** The headers of an account's person, who signs in again before the token expires. */
  async signedInAs(account: number): Promise<Pick<Call, 'headers'>> {
    const now = this.platform.clock.now().getTime();
    const known = this.tokens.get(account);
    const serves = known && now - known.since <= TOKEN_SERVES_MS;
    const token = serves ? known.token : await this.signIn(account);
    if (!serves) this.tokens.set(account, { token, since: now });
    return { headers: { authorization: `Bearer ${token}` } };
  }

  async call({ host, method, path, body, apiKey, idempotencyKey, headers }: Call): Promise<Reply> {
    const adapter = this.platform.inside(host, HttpAdapterHost).httpAdapter as FastifyAdapter;
    const answer = await adapter.inject({
      method,
      url: `/api/${path}`,
      headers: {
        ...(apiKey && { 'x-api-key': apiKey }),
        ...(idempotencyKey && { 'x-idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...(body && { payload: body }),
    });
    return {
      status: answer.statusCode,
      body: answer.json(),
      text: answer.payload,
      replayed: answer.headers['idempotency-replayed'] === 'true',
    };
  }

  /** Sends the form of a page; `location` is where it leads to. */
  async form(host: Host, path: string, fields: Record<string, string>) {
    const adapter = this.platform.inside(host, HttpAdapterHost).httpAdapter as FastifyAdapter;
    const answer = await adapter.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
    return { status: answer.statusCode, location: answer.headers.location ?? null };
  }

  /** A request of one account on business-api with its secret key. */
  of(account: number, method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> {
    return this.call({ host: 'business', method, path, body, apiKey: this.keys[account]! });
  }

  private async signIn(account: number): Promise<string> {
    const { email, password } = this.people[account]!;
    const path = 'auth.php?action=login';
    const reply = await this.call({ host: 'business', method: 'POST', path, body: { email, password } });
    return reply.body.access_token as string;
  }

  private async signedIn(clerk: TestStaff): Promise<TestStaff> {
    const { email, password, totpSecret } = clerk;
    const totp_code = generateSync({ secret: totpSecret, epoch: this.platform.clock.unixSeconds() });
    const body = { email, password, totp_code };
    const reply = await this.call({ host: 'business', method: 'POST', path: 'auth.php?action=login', body });
    return { ...clerk, token: reply.body.access_token as string };
  }

  get rates(): PulledRatesService {
    return this.platform.inside('business', PulledRatesService);
  }
}
