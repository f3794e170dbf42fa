import 'reflect-metadata';
import { type ExecutionContext, Module } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { Test } from '@nestjs/testing';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { Config, ConfigModule } from '@app/config';
import { type DomainError, ManualClock } from '@app/kernel';
import type { Caller } from '../access/caller';
import type { Policy } from '../access/policy';
import { MemoryRateLimitStorage } from '../limits/memory-rate-limit.storage';
import { RATE_CLASSES } from '../limits/rate-classes';
import { RateLimitGuard } from './rate-limit.guard';
import { throttlers } from './throttlers';

interface Sent {
  caller?: Caller;
  policy?: Partial<Policy>;
  address?: string;
  headers?: Record<string, string>;
  body?: object;
  /** Whether validation refuses it after it was counted. */
  isInvalid?: boolean;
}

const APP: Caller = {
  kind: 'app',
  appId: 'app-1',
  ownerId: 'owner',
  emailVerified: true,
  mode: 'live',
  scopes: null,
  allowedIps: [],
  ratePerMinute: null,
};
const PUBLIC_KEY: Caller = {
  kind: 'public-key',
  appId: 'app-1',
  ownerId: 'owner',
  mode: 'live',
  allowedOrigins: [],
};
const MONEY = { rate: 'money', idempotent: true } as const;

/** The guard overrides `canActivate` for speed only, so each case runs with the inherited method too. */
describe.each([
  ['its own', RateLimitGuard],
  ['the inherited', ThrottlerGuard],
])('The rate limit guard with %s canActivate', (_, { prototype }) => {
  const clock = new ManualClock();
  clock.freeze(new Date('2026-01-01T00:00:00.400Z'));
  class Controller {}
  const handler = () => undefined;
  let guard: RateLimitGuard;

  async function guardWith(env: Record<string, string>): Promise<RateLimitGuard> {
    const config = Config.from(env);
    const storage = new MemoryRateLimitStorage(clock, config.env.RATE_LIMITS);
    class App {}
    Module({
      imports: [
        ConfigModule.with(config, clock),
        ThrottlerModule.forRootAsync({ useFactory: () => ({ throttlers: throttlers(), storage }) }),
      ],
      providers: [RateLimitGuard],
    })(App);
    const module = await Test.createTestingModule({ imports: [App] }).compile();
    await module.init();
    return module.get(RateLimitGuard);
  }

  beforeEach(async () => (guard = await guardWith({})));

  /** Sends a request. Returns `limit remaining` from its headers, with code and seconds of an error, and the headers. */
  async function send({
    caller = { kind: 'anonymous' },
    policy,
    address,
    headers,
    body,
    isInvalid = false,
  }: Sent) {
    const shown: Record<string, string> = {};
    const reply = {
      getHeader: (name: string) => shown[name],
      headers: (given: object) => Object.assign(shown, given),
      removeHeader: (name: string) => delete shown[name],
    };
    const request = {
      caller,
      policy: { credentials: [], summary: '', ...policy },
      url: '/api/a.php/b',
      clientAddress: address ?? '203.0.113.7',
      headers: headers ?? {},
      body: body ?? {},
    };
    const context = new ExecutionContextHost([request, reply], Controller, handler) as ExecutionContext;
    const refusal = await prototype.canActivate.call(guard, context).then(
      (isAllowed) => (isAllowed ? null : 'forbidden'),
      ({ code, extra }: DomainError) => `${code} ${extra.retry_after}`,
    );
    if (isInvalid) await guard.countInvalid(request as never, reply as never);
    const parts = [shown['x-ratelimit-limit'], shown['x-ratelimit-remaining'], refusal];
    return { outcome: parts.filter((part) => part !== null).join(' '), shown };
  }
  const outcome = async (sent: Sent) => (await send(sent)).outcome;
  const times = async (n: number, sent: Sent) => {
    for (let i = 1; i < n; i++) await send(sent);
    return outcome(sent);
  };

  it('counts by app, by user, and otherwise by client address', async () => {
    const user = { kind: 'user', userId: 'user-1' } as Caller;
    expect([await outcome({ caller: APP }), await outcome({ caller: user }), await outcome({})]).toEqual([
      ...['300 299', '300 299', '300 299'],
    ]);
    const address = '203.0.113.8';
    expect([
      await outcome({ caller: APP, address }),
      await outcome({ caller: user, address }),
      await outcome({ address }),
    ]).toEqual(['300 298', '300 298', '300 299']);
  });

  it('counts a public key by its app and the client address', async () => {
    await send({ caller: PUBLIC_KEY });
    const elsewhere = { caller: PUBLIC_KEY, address: '203.0.113.8' };
    expect([await outcome({ caller: PUBLIC_KEY }), await outcome(elsewhere)]).toEqual(['300 298', '300 299']);
  });

  it('counts the user and the live apps of an account together where money moves', async () => {
    const user = { kind: 'user', userId: 'owner', accountId: 'owner' } as Caller;
    const callers = [APP, { ...APP, appId: 'app-2' }, user, { ...APP, mode: 'test' as const }];
    for (const [rate, limit, last] of [
      ['money', 20, 19],
      ['statement', 30, 29],
    ] as const) {
      const policy = { rate };
      const outcomes = [];
      for (const caller of callers) outcomes.push(await outcome({ caller: caller as Caller, policy }));
      expect(outcomes).toEqual([limit - 1, limit - 2, limit - 3, last].map((left) => `${limit} ${left}`));
    }
    expect(await outcome({ caller: { ...APP, appId: 'app-2' } })).toBe('300 299');
  });

  it('counts a member with the account where money moves, and otherwise by person and account', async () => {
    const member = (userId: string, accountId: string) =>
      ({ kind: 'user', userId, accountId, teamRole: 'finance' }) as Caller;
    const callers = [member('ada', 'shop'), member('ben', 'shop'), member('ada', 'other shop')];
    const counts = async (policy: object) => {
      const outcomes = [];
      for (const caller of callers) outcomes.push(await outcome({ caller, policy }));
      return outcomes;
    };
    expect(await counts({ rate: 'money' })).toEqual(['20 19', '20 18', '20 19']);
    expect(await counts({})).toEqual(['300 299', '300 299', '300 299']);
  });

  it('counts an IPv6 address by its /64, and by its /48 with ten times the limit', async () => {
    const policy = { rate: 'otp' } as const;
    const address = (network: number) => `2001:db8:1:${network.toString(16)}::1`;
    expect(await times(4, { policy, address: address(0) })).toBe('3 0 RATE_LIMITED 300');
    for (let network = 1; network <= 26; network++)
      expect(await outcome({ policy, address: address(network) })).toMatch(/^3 2$|^30 [0-2]$/);
    expect(await outcome({ policy, address: address(27) })).toBe('30 0 RATE_LIMITED 300');
    expect(await outcome({ policy, address: '2001:db8:2::1' })).toBe('3 2');
  });

  it.each(Object.entries(RATE_CLASSES))('holds class %s to its own limit and window', async (name, rate) => {
    const policy = { rate: name } as Partial<Policy>;
    expect(await times(rate.limit, { policy })).toBe(`${rate.limit} 0`);
    expect(await outcome({ policy })).toBe(`${rate.limit} 0 RATE_LIMITED ${rate.ttl / 1000}`);
    expect(await outcome({ policy: { rate: name === 'otp' ? 'login' : 'otp' } })).toMatch(/ (2|9)$/);
  });

  it('gives the end of the window in Unix seconds, and the seconds until then with a refusal', async () => {
    const policy = { rate: 'otp' } as const;
    const { shown } = await send({ policy });
    expect(shown['x-ratelimit-reset']).toBe(String(Date.UTC(2026, 0, 1, 0, 5, 1) / 1000));
    await times(2, { policy });
    clock.advance({ ms: 100_500 });
    const refused = await send({ policy });
    expect(refused.outcome).toBe('3 0 RATE_LIMITED 200');
    expect(refused.shown['x-ratelimit-reset']).toBe(shown['x-ratelimit-reset']);
    clock.freeze(new Date('2026-01-01T00:00:00.400Z'));
  });

  it("counts by the app's own limit first, and shows the tighter of both", async () => {
    const caller = { ...APP, ratePerMinute: 25 } as Caller;
    expect(await outcome({ caller })).toBe('25 24');
    expect(await outcome({ caller, policy: { rate: 'money' } })).toBe('20 19');
    expect(await times(24, { caller, policy: { rate: 'analytics' } })).toBe('25 0 RATE_LIMITED 60');
    // Its class did not count the request that the app's limit refused.
    expect(await outcome({ caller: APP, policy: { rate: 'analytics' } })).toBe('60 36');
  });

  it('leaves out routes that are not counted', async () => {
    expect((await send({ policy: { uncounted: true } })).shown).toEqual({});
    expect(await outcome({})).toBe('300 299');
  });

  it('counts a repeat under an idempotency key as a general request', async () => {
    const sent = { policy: MONEY, headers: { 'x-idempotency-key': 'key-1' }, body: { amount: 5 } };
    expect([await outcome(sent), await outcome(sent), await outcome(sent)]).toEqual([
      '20 19',
      '20 19',
      '20 19',
    ]);
    expect(await outcome({})).toBe('300 297');
    expect(await outcome({ ...sent, body: { amount: 6 } })).toBe('20 18');
    expect(await outcome({ ...sent, headers: { 'x-idempotency-key': 'key-2' } })).toBe('20 17');
    expect(await outcome({ ...sent, headers: {} })).toBe('20 16');
    expect(await outcome({})).toBe('300 296');
  });

  it('counts each dry run, and each request of an action that ignores idempotency keys', async () => {
    const headers = { 'x-idempotency-key': 'key-1' };
    const dryRun = { policy: MONEY, headers: { ...headers, 'x-dry-run': 'true' } };
    expect([await outcome(dryRun), await outcome(dryRun)]).toEqual(['20 19', '20 18']);
    const plain = { policy: { rate: 'money' } as const, headers };
    expect([await outcome(plain), await outcome(plain)]).toEqual(['20 17', '20 16']);
  });

  it('counts what validation refuses as general requests, also where it is repeated', async () => {
    const plain = { policy: MONEY, isInvalid: true };
    const keyed = { ...plain, headers: { 'x-idempotency-key': 'key-1' } };
    expect([await outcome(plain), await outcome(keyed)]).toEqual(['300 299', '300 298']);
    for (let n = 0; n < 30; n++) await send(keyed);
    expect(await outcome({ policy: MONEY })).toBe('20 19');
    expect(await outcome({})).toBe('300 267');
    expect(await outcome({ policy: { rate: 'upload' }, isInvalid: true })).toBe('20 19');
  });

  it('counts no request as a repeat of one whose dry run was refused', async () => {
    const headers = { 'x-idempotency-key': 'key-1' };
    const refused = { policy: MONEY, headers: { ...headers, 'x-dry-run': 'x' }, isInvalid: true };
    expect([await outcome(refused), await outcome({ policy: MONEY, headers })]).toEqual(['300 299', '20 19']);
  });

  it("shows the app's own limit with a refusal of validation if it is the tighter one", async () => {
    const caller = { ...APP, ratePerMinute: 25 } as Caller;
    expect(await outcome({ caller, policy: MONEY, isInvalid: true })).toBe('25 24');
    expect(await outcome({ caller, policy: MONEY })).toBe('20 19');
  });

  it('refuses repeats once the general limit is used up', async () => {
    await times(299, {});
    const sent = { policy: MONEY, headers: { 'idempotency-key': 'key-1' } };
    expect([await outcome(sent), await outcome(sent), await outcome(sent)]).toEqual([
      ...['20 19', '300 0', '300 0 RATE_LIMITED 60'],
    ]);
  });

  it('counts without refusing where limits are switched off', async () => {
    guard = await guardWith({ RATE_LIMITS: 'false' });
    expect(await times(5, { policy: { rate: 'otp' } })).toBe('3 0');
  });
});
