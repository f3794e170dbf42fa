import { setTimeout as pause } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Config } from '@app/config';
import { createApp } from '@app/http';
import { AppApiModule } from '../../../apps/app-api/src/app-api.module';
import { BusinessApiModule } from '../../../apps/business-api/src/business-api.module';
import { CheckoutApiModule } from '../../../apps/checkout-api/src/checkout-api.module';
import { GroupCommitter } from '../../../libs/write-path/src/commit/group-committer';
import { type HttpAnswer, httpClient } from '../../support/http-client';
import { APPS, type Platform, startPlatform } from '../../support/platform';
import { SeveringProxy, type Side } from '../../support/severing-proxy';
import { isLong, report, seed, SHORT_LIMIT_MS } from '../support/proof';
import { Random } from '../support/random';
import type { Host, Trial } from './cases';
import { type Action, ACTIONS, DONE, isSettled, KeyTrials, replayed } from './key-trials';

const SIDES: readonly Side[] = ['before', 'after'];

jest.setTimeout(isLong ? 1_200_000 : SHORT_LIMIT_MS);

describe(`A request whose database connection breaks (SEED=${seed})`, () => {
  const random = new Random(seed);
  let platform: Platform;
  let trials: KeyTrials;
  let proxy: SeveringProxy;
  /** Further processes of three hosts, whose connections to the database can be broken. */
  const fragile = {} as Record<'business' | 'checkout' | 'app', NestFastifyApplication>;

  beforeAll(async () => {
    platform = await startPlatform({ apps: APPS, env: { RATE_LIMITS: 'false' } });
    proxy = await SeveringProxy.start(platform.config.env.DATABASE_URL);
    const config = new Config({ ...platform.config.env, DATABASE_URL: proxy.url });
    Object.assign(config.urls, platform.urls);
    for (const [host, module] of [
      ['business', BusinessApiModule],
      ['checkout', CheckoutApiModule],
      ['app', AppApiModule],
    ] as const) {
      fragile[host] = await createApp(module.with(config, platform.clock), host, config);
      await fragile[host].listen(0, '127.0.0.1');
    }
    trials = await KeyTrials.open(platform);
  });
  afterAll(async () => {
    for (const app of Object.values(fragile)) await app.close();
    await proxy?.close();
    await platform?.proveAndStop();
  });

  // One process of each host is enough.
  describe.each(
    Object.entries(ACTIONS).map(([action, hosts]) => [action as Action, hosts[0] as Host] as const),
  )('A request of %s', (action, host) => {
    it('has one effect at whichever round trip it breaks, before or after the database received the request', async () => {
      const turns = await turnsOf(action, host);
      const tried: { trial: Trial; answer: HttpAnswer; at: string }[] = [];
      for (const [turn, side] of breaksOf(turns)) tried.push(await broken(action, host, turn, side));
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
        } else {
          const isLost = trial.mayBeLost && answer.body.status !== 'verified' && effects === 0;
          expect({ at, effects, status: answer.status }).toEqual({
            at,
            effects: isLost ? 0 : 1,
            status: DONE[action] ?? 200,
          });
        }
      }
      report(`keys: ${action} broken ${tried.length} times, at ${turns} round trips`);
    });
  });

  it('returns the result of each transfer, also without a key, when the response of a shared commit is lost', async () => {
    const transfers: Trial[] = [];
    for (let i = 0; i < 32; i++) transfers.push(await trials.prepare('/api/wallet.php/transfer', 'business'));
    const url = `${fragileUrl('business')}/api/wallet.php?action=transfer`;
    const ask = async ({ body, credential }: Trial) => httpClient('POST', url, body, await credential());
    const [first, ...rest] = transfers;
    // While the first commit is held back, the others are collected for the next.
    const hold = holdNextCommit();
    const answered = [ask(first!)];
    await hold.reached;
    answered.push(...rest.map(ask));
    while (gathered() < rest.length) await pause(5);
    proxy.arm(1, 'after', 'commit_units');
    hold.release();
    const answers = await Promise.all(answered);
    expect(proxy.turns).toBeGreaterThan(0);
    proxy.disarm();
    // Their commit was done and its response lost. Each still gets the result.
    for (const [i, { status, text }] of answers.entries()) {
      expect({ status, text, effects: await transfers[i]!.effects() }).toMatchObject({
        status: 200,
        effects: 1,
      });
    }
    expect(new Set(answers.map(({ body }) => body.new_balance as number)).size).toBe(transfers.length);
  });

  /** Holds back the next shared commit of the fragile process before it asks the database, which limits its time. */
  function holdNextCommit() {
    const committer = committerOf() as unknown as { commitTogether(batch: unknown): Promise<unknown> };
    const commitTogether = committer.commitTogether.bind(committer);
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    const reached = new Promise<void>((resolve) => {
      jest.spyOn(committer, 'commitTogether').mockImplementationOnce(async (batch) => {
        resolve();
        await released;
        return commitTogether(batch);
      });
    });
    return { reached, release };
  }

  const committerOf = () => fragile.business.get(GroupCommitter, { strict: false });

  /** Number of units of work that wait for the commit in progress. */
  function gathered(): number {
    const { waiting } = committerOf() as unknown as { waiting: { entries: unknown[] }[] };
    return waiting.reduce((sum, { entries }) => sum + entries.length, 0);
  }

  /**
   * The places to break: both sides of every round trip. The short form breaks three round trips: the last, in which most
   * actions commit, after the database received it, and two others on one side, selected by the seed.
   */
  function breaksOf(turns: number): [turn: number, side: Side][] {
    const all = Array.from({ length: turns }, (_, i) => i + 1);
    if (isLong) return all.flatMap((turn) => SIDES.map((side): [number, Side] => [turn, side]));
    const others = random.shuffled(all.slice(0, -1)).slice(0, 2);
    return [[turns, 'after'], ...others.map((turn): [number, Side] => [turn, random.of(SIDES)])];
  }

  /** Number of round trips of the app with its database for one request. */
  async function turnsOf(action: Action, host: Host): Promise<number> {
    const trial = await trials.prepare(action, host);
    const ask = trials.asking(action, host, trial, fragileUrl(host));
    proxy.arm(Infinity, 'before');
    await ask(trial.body);
    return proxy.turns;
  }

  async function broken(action: Action, host: Host, turn: number, side: Side) {
    const at = `${side} turn ${turn}`;
    const trial = await trials.prepare(action, host);
    const ask = trials.asking(action, host, trial, fragileUrl(host));
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

  function fragileUrl(host: Host): string {
    const { port } = fragile[host as keyof typeof fragile].getHttpServer().address() as { port: number };
    return `http://127.0.0.1:${port}`;
  }
});
