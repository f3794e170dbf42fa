import { coresMissing, onHalfOfTheCores } from '../support/cores';
import { median, type Scene, type SceneOptions, type Variant } from '../support/figures';
import { settlePeople } from '../support/people';
import { type Batch, fillWithIdle, Renewer, Renewals } from '../support/renewals';
import type { Server } from '../support/server';

const DATABASE = 'bench_renewals';
/** Databases with subscriptions of which none is due. */
const IDLE = { 'looks-at-few': 'bench_renewals_few', 'looks-at-many': 'bench_renewals_many' } as const;
const FEW = 100_000;
const MANY = { full: 10_000_000, quick: 500_000 };
const LOOKS = 200;
/** Of one process, so that a measurement takes about as long as it should. */
const MADE_PER_SECOND = 600;
const MADE_PER_SECOND_ALONE = 150;

/** Renewals of subscriptions that are charged to wallets, by one process and by two. */
export async function renewalsScene(server: Server, { quick }: SceneOptions): Promise<Scene> {
  const config = await server.create(DATABASE);
  await settlePeople(config);
  const renewals = new Renewals(server, DATABASE);
  await renewals.openPlans();
  const started = new Map<string, Promise<Renewer>>();
  const renewer = (name: string) => {
    const one = started.get(name) ?? Renewer.start(config.env.DATABASE_URL, name === 'alone');
    started.set(name, one);
    return one;
  };

  /** Renewals per second and process. */
  const rate = (figure: string, by: string[], perSecond: number, batch: Omit<Batch, 'count'>): Variant => ({
    figures: [figure],
    prepare: async () => void (await Promise.all(by.map(renewer))),
    async measure(seconds) {
      const count = perSecond * seconds * by.length;
      await renewals.make({ ...batch, count });
      const processes = await Promise.all(by.map(renewer));
      const began = performance.now();
      const done = await Promise.all(processes.map((one) => one.run()));
      const took = performance.now() - began;
      const total = done.reduce((sum, billed) => sum + billed, 0);
      if (total < count) throw new Error(`${total} of ${count} renewals were billed`);
      return [(count * 1000) / took / by.length];
    },
  });
  const many = { merchants: 100 };

  /** Milliseconds of a look that finds nothing due. */
  const looks = (figure: keyof typeof IDLE, count: number): Variant => {
    const database = IDLE[figure];
    let one: Renewer;
    return {
      figures: [figure],
      async prepare() {
        const idle = await server.create(database);
        await new Renewals(server, database).openPlans();
        await fillWithIdle(server, database, count);
        one = await Renewer.start(idle.env.DATABASE_URL);
        started.set(figure, Promise.resolve(one));
      },
      async measure() {
        const times: number[] = [];
        for (let i = 0; i < LOOKS; i++) {
          const began = performance.now();
          await one.run();
          times.push(performance.now() - began);
        }
        return [median(times)];
      },
    };
  };

  /** As one process on all cores, while PostgreSQL and the process share half of them. */
  const halved = (variant: Variant, by: string): Variant => ({
    ...variant,
    missing: coresMissing(),
    async measure(seconds) {
      const pids = [await server.processId(), (await renewer(by)).processId];
      return onHalfOfTheCores(pids, () => variant.measure(seconds));
    },
  });

  return {
    variants: [
      rate('renewals', ['first'], MADE_PER_SECOND, many),
      rate('renewals-alone', ['alone'], MADE_PER_SECOND_ALONE, many),
      rate('renewals-declined', ['first'], MADE_PER_SECOND, { ...many, declined: 30 }),
      rate('renewals-one-merchant', ['first'], MADE_PER_SECOND, {}),
      halved(rate('renewals-half', ['first'], MADE_PER_SECOND / 2, {}), 'first'),
      rate('renewals-two', ['first', 'second'], MADE_PER_SECOND, {}),
      rate('renewals-two-of-many', ['first', 'second'], MADE_PER_SECOND, many),
      looks('looks-at-few', FEW),
      looks('looks-at-many', quick ? MANY.quick : MANY.full),
    ],
    async close() {
      for (const one of started.values()) (await one).stop();
      for (const database of [DATABASE, ...Object.values(IDLE)]) await server.drop(database);
    },
  };
}
