import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Config } from '@app/config';
import { createApp } from '@app/http';
import { BusinessApi } from '../../../apps/business-api/src/business-api.module';
import { CheckoutApi } from '../../../apps/checkout-api/src/checkout-api.module';
import { GroupCommitter } from '../../../libs/write-path/src/commit/group-committer';
import { ActionRegistry } from '../../../libs/http/src/wire/action-registry';
import { type HttpAnswer, httpClient } from '../../support/http-client';
import { type Platform, startPlatform } from '../../support/platform';
import { amountOf, isLong, report, seed } from '../support/proof';
import { Random } from '../support/random';
import { type Cases, type Host, openCases, type Trial } from './cases';
import { SeveringProxy, type Side } from '../../support/severing-proxy';

const HOSTS = ['business', 'checkout', 'sandbox', 'app'] as const;
const AT_ONCE = amountOf('AT_ONCE', { short: 64, long: 64 });
const DAY_MS = 86_400_000;
const IN_PROGRESS = 'IDEMPOTENCY_IN_PROGRESS';
const UNAVAILABLE = 'SERVICE_UNAVAILABLE';

/** The host on which each action is tested. The registry lists its other hosts. */
const ACTIONS = {
  '/api/wallet.php/transfer': ['business', 'app'],
  '/api/wallet.php/create-wallet': ['business', 'app'],
  '/api/wallet.php/request-payment': ['business', 'app'],
  '/api/wallet.php/fulfill-request': ['business', 'app'],
  '/api/wallet.php/decline-request': ['business', 'app'],
  '/api/wallet.php/cancel-request': ['business', 'app'],
  '/api/deposit.php/init': ['business', 'app'],
  '/api/deposit.php/charge-card-gw': ['business', 'app'],
  '/api/deposit.php/validate-charge': ['business', 'app'],
  '/api/deposit.php/verify-gateway': ['business', 'app'],
  '/api/sessions.php/create': ['checkout', 'sandbox'],
  '/api/sessions.php/expire': ['checkout', 'sandbox'],
  '/api/sessions.php/pay-card': ['checkout', 'sandbox'],
  '/api/sessions.php/pay-card-submit': ['checkout', 'sandbox'],
  '/api/sessions.php/pay-card-cancel': ['checkout', 'sandbox'],
  '/api/session.php/create': ['checkout', 'sandbox'],
  '/api/session.php/expire': ['checkout', 'sandbox'],
  '/api/sessions.php/pay-wallet': ['checkout', 'sandbox'],
  '/api/sessions.php/pay-bank-transfer': ['checkout'],
  '/api/sessions.php/pay-ussd': ['checkout'],
  '/api/sessions.php/pay-mobile-money': ['checkout'],
  '/api/sessions.php/pay-extwallet': ['checkout'],
  '/api/sessions.php/pay-cancel': ['checkout'],
  '/api/escrow.php/create': ['business'],
  '/api/escrow.php/release': ['business'],
  '/api/escrow.php/cancel': ['business'],
  '/api/escrow.php/dispute': ['business'],
  '/api/escrow.php/dispute-respond': ['business'],
  '/api/business.php/payroll/create': ['business'],
  '/api/admin.php/escrow/resolve': ['business'],
  '/api/admin.php/ledger/reverse': ['business'],
  '/api/admin.php/queues/run-job': ['business'],
  '/api/admin.php/deliveries/retry-parked': ['business'],
  '/api/admin.php/unapplied/refund': ['business'],
  '/api/admin.php/unapplied/apply': ['business'],
  '/api/admin.php/unapplied/settle': ['business'],
} as const satisfies Record<string, readonly Host[]>;
type Action = keyof typeof ACTIONS;

/** Status of success, where it is not 200. */
const DONE: Partial<Record<Action, number>> = { '/api/session.php/create': 201 };

/**
 * Actions that a host serves but always refuses: the sandbox has cards and wallets only, the simulated company has no
 * widget.
 */
const REFUSED: Record<string, readonly Host[]> = {
  '/api/sessions.php/pay-bank-transfer': ['sandbox'],
  '/api/sessions.php/pay-ussd': ['sandbox'],
  '/api/sessions.php/pay-mobile-money': ['sandbox'],
  '/api/sessions.php/pay-extwallet': ['sandbox'],
  '/api/sessions.php/pay-cancel': ['sandbox'],
  '/api/sessions.php/pay-card-init': ['checkout', 'sandbox'],
};

jest.setTimeout(isLong ? 1_200_000 : 180_000);

describe(`A key (SEED=${seed})`, () => {
  const random = new Random(seed);
  let platform: Platform;
  let cases: Cases;
  let proxy: SeveringProxy;
  /** Further processes of two hosts, whose connections to the database can be broken. */
  const fragile = {} as Record<'business' | 'checkout', NestFastifyApplication>;

  beforeAll(async () => {
    platform = await startPlatform({ env: { RATE_LIMITS: 'false' } });
    proxy = await SeveringProxy.start(platform.config.env.DATABASE_URL);
    const config = new Config({ ...platform.config.env, DATABASE_URL: proxy.url });
    Object.assign(config.urls, platform.urls);
    for (const [host, module] of [
      ['business', BusinessApi],
      ['checkout', CheckoutApi],
    ] as const) {
      fragile[host] = await createApp(module.with(config, platform.clock), host, config);
      await fragile[host].listen(0, '127.0.0.1');
    }
    cases = await openCases(platform);
  });
  afterEach(() => platform.verifyBooks());
  afterAll(async () => {
    for (const app of Object.values(fragile)) await app.close();
    await proxy?.close();
    await platform?.stop();
  });

  it('is accepted by every action that declares it, and each of these has a case here', () => {
    const served: Record<string, string[]> = {};
    for (const host of HOSTS) {
      const { routes } = platform.inside(host, ActionRegistry);
      for (const { path, policy } of routes.filter((route) => route.policy.idempotent)) {
        expect(policy.idempotent).toBe(true);
        if (!REFUSED[path]?.includes(host)) served[path] = [...(served[path] ?? []), host];
      }
    }
    expect(served).toEqual(ACTIONS);
    expect(Object.keys(cases).sort()).toEqual(Object.keys(ACTIONS).sort());
  });

  /** The short form tests one host of each action, selected by the seed. */
  const tried = Object.entries(ACTIONS).flatMap(([action, hosts]) =>
    (isLong ? hosts : [random.of<Host>(hosts)]).map((host) => [action as Action, host] as const),
  );

  describe.each(tried)('of %s on %s', (action, host) => {
    it(`sent ${AT_ONCE} times at once has one effect and one response`, async () => {
      const trial = await cases[action]!.prepare(host);
      const ask = asking(action, host, trial);
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () => insisting(() => ask(trial.body), [UNAVAILABLE, IN_PROGRESS])),
      );
      await isOneEffect(action, trial, answers);
    });

    it(`sent with two bodies, ${AT_ONCE} times at once, accepts one of them`, async () => {
      const trial = await cases[action]!.prepare(host);
      const ask = asking(action, host, trial);
      const bodies = [trial.body, trial.otherBody];
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, i) => insisting(() => ask(bodies[i % 2]!), [UNAVAILABLE])),
      );
      const taken = bodies.map((_, i) => answers.filter((__, n) => n % 2 === i).filter(isTaken));
      expect(taken.filter((answersToBody) => answersToBody.length > 0)).toHaveLength(1);
      expect(new Set(taken.flat().map(({ text }) => text)).size).toBe(1);
      const refused = answers.filter((answer) => !isTaken(answer)).map(({ status }) => status);
      expect(new Set(refused)).toEqual(new Set([409]));
      expect(await trial.effects()).toBeLessThanOrEqual(1);
    });
  });

  it('sent while the database does not respond is refused temporarily, and has one effect afterwards', async () => {
    const [action, host] = ['/api/wallet.php/request-payment', 'business'] as const;
    const trial = await cases[action]!.prepare(host);
    const ask = asking(action, host, trial);
    await platform.sql('BEGIN');
    await platform.sql('LOCK TABLE idempotency_keys IN ACCESS EXCLUSIVE MODE');
    const first = Array.from({ length: AT_ONCE }, () => ask(trial.body));
    expect((await Promise.race(first)).body).toMatchObject({ error_code: UNAVAILABLE });
    await platform.sql('COMMIT');
    const again = async (answer: HttpAnswer) =>
      asksToWait(answer, [UNAVAILABLE, IN_PROGRESS])
        ? insisting(() => ask(trial.body), [UNAVAILABLE, IN_PROGRESS])
        : answer;
    await isOneEffect(action, trial, await Promise.all((await Promise.all(first)).map(again)));
  });

  /** One process of each host is enough for cases that take time or many tries. */
  describe.each(
    Object.entries(ACTIONS).map(([action, hosts]) => [action as Action, hosts[0] as Host] as const),
  )('of %s', (action, host) => {
    it('is stored for 24 hours and not longer', async () => {
      const [first, second] = [await cases[action]!.prepare(host), await cases[action]!.prepare(host)];
      const [askFirst, askSecond] = [asking(action, host, first), asking(action, host, second)];
      const began = platform.clock.now().getTime();
      platform.clock.freeze(new Date(began));
      const answered = await askFirst(first.body);
      await askSecond(second.body);
      expect(answered.status).toBe(DONE[action] ?? 200);
      platform.clock.freeze(new Date(began + DAY_MS - 1000));
      const again = await askFirst(first.body);
      expect([again.text, replayed(again)]).toEqual([answered.text, true]);
      expect(await first.effects()).toBe(1);
      platform.clock.freeze(new Date(began + DAY_MS + 1000));
      expect(replayed(await askSecond(second.body))).toBe(false);
    });

    it('survives a connection that breaks at any round trip, before and after the database received it', async () => {
      const turns = await turnsOf(action, host);
      const tried: { trial: Trial; answer: HttpAnswer; at: string }[] = [];
      for (let turn = 1; turn <= turns; turn++) {
        for (const side of sides()) tried.push(await broken(action, host, turn, side));
      }
      platform.clock.advance({ minutes: 31 });
      await platform.runJobs();
      for (const { trial, answer, at } of tried) {
        const effects = await trial.effects();
        if (trial.charges) {
          // A request to the card company is never sent again, because the company may have received it. It is queried
          // instead.
          const charges = await trial.charges();
          const isSuccess = ['successful', 'completed'].includes(answer.body.status as string);
          expect({ at, text: answer.text, status: answer.status, effects, charges }).toMatchObject({
            status: 200,
            effects: charges,
          });
          expect({ at, isOnce: charges <= 1 }).toMatchObject({ isOnce: true });
          if (isSuccess) expect({ at, charges }).toEqual({ at, charges: 1 });
        } else
          expect({ at, effects, status: answer.status }).toEqual({
            at,
            effects: 1,
            status: DONE[action] ?? 200,
          });
      }
      report(`keys: ${action} broken ${tried.length} times, at ${turns} turns`);
    });
  });

  it('is not required for a single transfer when the response of a shared commit is lost', async () => {
    const trials: Trial[] = [];
    for (let i = 0; i < 32; i++) trials.push(await cases['/api/wallet.php/transfer']!.prepare('business'));
    const url = `${fragileUrl('business')}/api/wallet.php?action=transfer`;
    const ask = async ({ body, credential }: Trial) => httpClient('POST', url, body, await credential());
    const [first, ...rest] = trials;
    // While the first commit is blocked, the others are collected for the next.
    await platform.sql('BEGIN');
    await platform.sql('SELECT 1 FROM ledger.balances ORDER BY account_id FOR UPDATE');
    const answered = [ask(first!)];
    while (!(await isHeldUp())) await pause(5);
    answered.push(...rest.map(ask));
    while (gathered() < rest.length) await pause(5);
    proxy.arm(1, 'after', 'commit_units');
    await platform.sql('COMMIT');
    const answers = await Promise.all(answered);
    expect(proxy.turns).toBeGreaterThan(0);
    proxy.disarm();
    // Their commit was done and its response lost. Each still gets the result.
    for (const [i, { status, text }] of answers.entries()) {
      expect({ status, text, effects: await trials[i]!.effects() }).toMatchObject({
        status: 200,
        effects: 1,
      });
    }
    expect(new Set(answers.map(({ body }) => body.new_balance as number)).size).toBe(trials.length);
  });

  /** Checks that all responses are equal and that one of them is the first. */
  async function isOneEffect(action: Action, trial: Trial, answers: HttpAnswer[]): Promise<void> {
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(DONE[action] ?? 200);
    expect(answers.filter((answer) => !replayed(answer)).length).toBeLessThanOrEqual(1);
    expect(await trial.effects()).toBe(1);
  }

  async function isHeldUp(): Promise<boolean> {
    await platform.sql('SELECT pg_stat_clear_snapshot()');
    const waiting = await platform.sql(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return waiting.length > 0;
  }

  /** Number of units of work that wait for the commit in progress. */
  function gathered(): number {
    const { waiting } = fragile.business.get(GroupCommitter, { strict: false }) as unknown as {
      waiting: { entries: unknown[] }[];
    };
    return waiting.reduce((sum, { entries }) => sum + entries.length, 0);
  }

  /** The short form tests one side of each round trip, selected by the seed. */
  function sides(): Side[] {
    return isLong ? ['before', 'after'] : [random.of(['before', 'after'])];
  }

  /** Number of round trips of the app with its database for one request. */
  async function turnsOf(action: Action, host: Host): Promise<number> {
    const trial = await cases[action]!.prepare(host);
    const ask = asking(action, host, trial, fragileUrl(host));
    proxy.arm(Infinity, 'before');
    await ask(trial.body);
    return proxy.turns;
  }

  async function broken(action: Action, host: Host, turn: number, side: Side) {
    const at = `${side} turn ${turn}`;
    const trial = await cases[action]!.prepare(host);
    const ask = asking(action, host, trial, fragileUrl(host));
    proxy.arm(turn, side);
    const first = await ask(trial.body);
    proxy.disarm();
    expect({ at, status: first.status === 500 ? first.text : 0 }).toEqual({ at, status: 0 });
    let answer = first;
    for (let tries = 0; tries < 10 && (answer === first || !isSettled(answer)); tries++) {
      // The claim of a broken request expires.
      platform.clock.advance({ seconds: 61 });
      answer = await ask(trial.body);
    }
    if (isSettled(first)) expect({ at, text: answer.text }).toEqual({ at, text: first.text });
    const again = await ask(trial.body);
    expect({ at, text: again.text, replayed: replayed(again) }).toEqual({
      at,
      text: answer.text,
      replayed: true,
    });
    return { trial, answer, at };
  }

  /** Repeats the request under one key. */
  function asking(action: Action, host: Host, trial: Trial, url: string = platform.urls[host]) {
    const idempotencyKey = randomUUID();
    const { path } = cases[action]!;
    return async (body: object): Promise<HttpAnswer> => {
      const credential = await trial.credential();
      return httpClient('POST', `${url}/api/${path}`, body, { ...credential, idempotencyKey });
    };
  }

  function fragileUrl(host: Host): string {
    const { port } = fragile[host as keyof typeof fragile].getHttpServer().address() as { port: number };
    return `http://127.0.0.1:${port}`;
  }
});

/**
 * Repeats the request, as clients do, until the response is something other than a request to wait. Any other response
 * counts, including an internal error.
 */
async function insisting(ask: () => Promise<HttpAnswer>, codes: readonly string[]): Promise<HttpAnswer> {
  for (let tries = 1; ; tries++) {
    const answer = await ask();
    if (!asksToWait(answer, codes) || tries === 20) return answer;
  }
}

function asksToWait({ body }: HttpAnswer, codes: readonly string[]): boolean {
  return codes.includes(body.error_code as string);
}

function replayed({ headers }: HttpAnswer): boolean {
  return headers.get('idempotency-replayed') === 'true';
}

/**
 * Whether the body was processed: everything but a conflict with another body, or with the same request in progress.
 */
function isTaken({ body }: HttpAnswer): boolean {
  return ![IN_PROGRESS, 'IDEMPOTENCY_CONFLICT'].includes(body.error_code as string);
}

function isSettled({ status, body }: HttpAnswer): boolean {
  return status < 500 && ![IN_PROGRESS, 'CONFLICT'].includes(body.error_code as string);
}
