import { PullRates } from '@app/fx';
import { ActionRegistry } from '../../../libs/http/src/wire/action-registry';
import type { HttpAnswer } from '../../support/http-client';
import { APPS, type Platform, startPlatform } from '../../support/platform';
import { isLong, seed, SHORT_LIMIT_MS } from '../support/proof';
import { Random } from '../support/random';
import type { Host } from './cases';
import {
  type Action,
  ACTIONS,
  asksToWait,
  AT_ONCE,
  DONE,
  expectOneEffect,
  HOSTS,
  IN_PROGRESS,
  insisting,
  isTaken,
  KeyTrials,
  REFUSED,
  replayed,
  UNAVAILABLE,
} from './key-trials';

const DAY_MS = 86_400_000;

jest.setTimeout(isLong ? 1_200_000 : SHORT_LIMIT_MS);

describe(`A key (SEED=${seed})`, () => {
  const random = new Random(seed);
  let platform: Platform;
  let trials: KeyTrials;

  beforeAll(async () => {
    platform = await startPlatform({ apps: APPS, env: { RATE_LIMITS: 'false' } });
    trials = await KeyTrials.open(platform);
  });
  afterAll(() => platform?.proveAndStop());

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
    expect(Object.keys(trials.cases).sort()).toEqual(Object.keys(ACTIONS).sort());
  });

  /** The short form tests one host of each action, selected by the seed. */
  const tried = Object.entries(ACTIONS).flatMap(([action, hosts]) =>
    (isLong ? hosts : [random.of<Host>(hosts)]).map((host) => [action as Action, host] as const),
  );

  describe.each(tried)('A key of %s on %s', (action, host) => {
    it(`has one effect and one response when it is sent ${AT_ONCE} times at once`, async () => {
      const trial = await trials.prepare(action, host);
      const ask = trials.asking(action, host, trial);
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () => insisting(() => ask(trial.body), [UNAVAILABLE, IN_PROGRESS])),
      );
      await expectOneEffect(action, trial, answers);
    });

    it(`accepts one of two bodies when it is sent with them ${AT_ONCE} times at once`, async () => {
      const trial = await trials.prepareTwoBodies(action, host);
      const ask = trials.asking(action, host, trial);
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

  it('is refused temporarily while the database does not respond, and has one effect afterwards', async () => {
    const [action, host] = ['/api/wallet.php/request-payment', 'business'] as const;
    const trial = await trials.prepare(action, host);
    const ask = trials.asking(action, host, trial);
    await platform.sql('BEGIN');
    await platform.sql('LOCK TABLE idempotency_keys IN ACCESS EXCLUSIVE MODE');
    const first = Array.from({ length: AT_ONCE }, () => ask(trial.body));
    expect((await Promise.race(first)).body).toMatchObject({ error_code: UNAVAILABLE });
    await platform.sql('COMMIT');
    const again = async (answer: HttpAnswer) =>
      asksToWait(answer, [UNAVAILABLE, IN_PROGRESS])
        ? insisting(() => ask(trial.body), [UNAVAILABLE, IN_PROGRESS])
        : answer;
    await expectOneEffect(action, trial, await Promise.all((await Promise.all(first)).map(again)));
  });

  describe('A stored key', () => {
    const stored = new Map<string, Stored>();

    // All keys live through the same day, because a day that ends is closed and billed.
    beforeAll(async () => {
      // Without a live rate staff actions wait for a second person.
      await platform.inside('scheduler', PullRates).run();
      const began = platform.clock.now().getTime();
      platform.clock.freeze(new Date(began));
      for (const [action, [host]] of Object.entries(ACTIONS)) {
        stored.set(action, await Stored.begin(trials, action as Action, host));
      }
      platform.clock.freeze(new Date(began + DAY_MS - 1000));
      for (const one of stored.values()) await one.repeatFirst();
      platform.clock.freeze(new Date(began + DAY_MS + 1000));
      for (const one of stored.values()) await one.repeatSecond();
    }, 900_000);

    it.each(Object.keys(ACTIONS) as Action[])('lasts for 24 hours and not longer: %s', (action) => {
      const { answered, again, effects, afterwards } = stored.get(action)!;
      expect(answered.status).toBe(DONE[action] ?? 200);
      expect([again.text, replayed(again)]).toEqual([answered.text, true]);
      expect(effects).toBe(1);
      expect(replayed(afterwards)).toBe(false);
    });
  });
});

/** Two requests of an action, one of which is repeated before its key expires and the other one afterwards. */
class Stored {
  again!: HttpAnswer;
  effects!: number;
  afterwards!: HttpAnswer;

  private constructor(
    private readonly first: { ask: () => Promise<HttpAnswer>; effects: () => Promise<number> },
    private readonly second: { ask: () => Promise<HttpAnswer> },
    readonly answered: HttpAnswer,
  ) {}

  static async begin(trials: KeyTrials, action: Action, host: Host): Promise<Stored> {
    const prepared = async () => {
      const trial = await trials.prepare(action, host);
      const ask = trials.asking(action, host, trial);
      return { ask: () => ask(trial.body), effects: () => trial.effects() };
    };
    const [first, second] = [await prepared(), await prepared()];
    const answered = await first.ask();
    await second.ask();
    return new Stored(first, second, answered);
  }

  async repeatFirst(): Promise<void> {
    this.again = await this.first.ask();
    this.effects = await this.first.effects();
  }

  async repeatSecond(): Promise<void> {
    this.afterwards = await this.second.ask();
  }
}
