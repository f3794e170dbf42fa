import type { Currency } from '@app/kernel';
import * as fc from 'fast-check';
import { ask } from './ask';
import type { Service } from './service';
import type { Request, World } from './world';

/** The currencies of the model. Staff never set a checkout rate for the last one. */
export const MODELLED = ['NGN', 'USD', 'EUR', 'GHS'] as const satisfies readonly Currency[];
export type Modelled = (typeof MODELLED)[number];

export const nat = fc.nat(1000);
export const keyed = fc.boolean();
export const currency = fc.constantFrom<Modelled[]>(...MODELLED);
/** Amounts near the limits of fees and roundings are as frequent as large ones. */
export const minor = fc
  .oneof(fc.integer({ min: 1, max: 1100 }), fc.integer({ min: 1, max: 100_000_000 }))
  .map(BigInt);

/** One step of a run. It has a text form, so that a counterexample can be read. */
export class Step implements fc.AsyncCommand<World, Service> {
  private readonly shown: string;

  constructor(
    name: string,
    request: object,
    private readonly take: (world: World, service: Service) => Promise<void>,
    private readonly isPossible: (world: Readonly<World>) => boolean = () => true,
  ) {
    this.shown = `${name}(${JSON.stringify(request, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))})`;
  }

  check(world: Readonly<World>): boolean {
    return this.isPossible(world);
  }

  async run(world: World, service: Service): Promise<void> {
    await this.take(world, service);
    world.steps += 1;
    // Each step has a time of its own.
    letPass(world, service, 1000);
  }

  toString(): string {
    return this.shown;
  }
}

/** Moves the clocks of the service and the model together. */
export function letPass(world: World, { platform }: Service, ms: number): void {
  platform.clock.advance({ ms });
  world.books.now += ms;
}

/** A step that sends one request, with a new key if requested; nothing if `make` returns none. */
export function asking<W extends { keyed: boolean }>(
  name: string,
  input: W,
  make: (world: World) => Request | null,
): Step {
  return new Step(name, input, async (world, service) => {
    const request = make(world);
    if (request) await ask(world, service, request, input.keyed ? world.newKey(request) : null);
  });
}

/** Selects an item by any number, modulo the number of items at the time of the step. */
export const pick = <T>(values: readonly T[], at: number): T => values[at % values.length]!;
export const accountAt = ({ books }: Readonly<World>, at: number): number => at % books.accounts.length;
