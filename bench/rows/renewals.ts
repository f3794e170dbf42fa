import { coresMissing, onHalvesOfTheCores } from '../support/cores';
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
const MADE_PER_SECOND = 2400;
const MADE_PER_SECOND_ALONE = 500;

interface RateOptions extends Omit<Batch, 'count'> {
  /** Names of processes. */
  processes: readonly string[];
  /** How many of them bill at once; one by default. */
  atOnce?: number;
  perSecond?: number;
  /** Whether each has half of the cores, together with its connections. */
  onHalves?: boolean;
}

/** Renewals of subscriptions that are charged to wallets, by one process and by two. */
export async function renewalsScene(server: Server, { quick }: SceneOptions): Promise<Scene> {
  const config = await server.create(DATABASE);
  await settlePeople(config);
  const renewals = new Renewals(server, DATABASE);
  await renewals.openPlans();
  const started = new Map<string, Promise<Renewer>>();
  const renewer = (name: string) => {
    const one = started.get(name) ?? Renewer.start(config.env.DATABASE_URL, name, name === 'alone');
    started.set(name, one);
    return one;
  };

  /** Renewals per second and process. Processes that bill alone take turns, so that all have run equally long. */
  const rate = (figure: string, options: RateOptions): Variant => {
    const { processes: names, atOnce = 1, perSecond = MADE_PER_SECOND, onHalves = false, ...batch } = options;
    let turn = 0;
    return {
      figures: [figure],
      missing: onHalves ? coresMissing() : undefined,
      prepare: async () => void (await Promise.all(names.map(renewer))),
      async measure(seconds) {
        const count = perSecond * seconds * atOnce;
        await renewals.make({ ...batch, count });
        const all = await Promise.all(names.map(renewer));
        const processes = Array.from({ length: atOnce }, (_, i) => all[(turn + i) % all.length]!);
        turn += 1;
        const run = async () => {
          const began = performance.now();
          const done = await Promise.all(processes.map((one) => one.run()));
          const took = performance.now() - began;
          const total = done.reduce((sum, billed) => sum + billed, 0);
          if (total < count) throw new Error(`${total} of ${count} renewals were billed`);
          return [(count * 1000) / took / atOnce];
        };
        return onHalves ? onHalvesOfTheCores(await groupsOf(processes), run) : run();
      },
    };
  };

  /** Each process with the processes of PostgreSQL that serve it: all of them where it is the only one. */
  const groupsOf = (processes: readonly Renewer[]): Promise<number[][]> =>
    Promise.all(
      processes.map(async ({ processId, application }) => {
        const isOnly = processes.length === 1;
        const serving = isOnly ? [await server.processId()] : await server.processesOf(application);
        return [processId, ...serving];
      }),
    );
  const processes = ['first', 'second'];
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
        one = await Renewer.start(idle.env.DATABASE_URL, figure);
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

  return {
    variants: [
      rate('renewals', { processes, ...many }),
      rate('renewals-alone', { processes: ['alone'], perSecond: MADE_PER_SECOND_ALONE, ...many }),
      rate('renewals-declined', { processes, ...many, declined: 30 }),
      rate('renewals-one-merchant', { processes }),
      rate('renewals-two', { processes, atOnce: 2 }),
      rate('renewals-half', { processes, onHalves: true }),
      rate('renewals-halves', { processes, atOnce: 2, onHalves: true }),
      rate('renewals-two-of-many', { processes, atOnce: 2, ...many }),
      looks('looks-at-few', FEW),
      looks('looks-at-many', quick ? MANY.quick : MANY.full),
    ],
    async close() {
      for (const one of started.values()) (await one).stop();
      for (const database of [DATABASE, ...Object.values(IDLE)]) await server.drop(database);
    },
  };
}
