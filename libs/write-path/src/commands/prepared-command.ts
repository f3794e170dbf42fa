import { Command } from '@nestjs/cqrs';

/** The synchronous rest of a command whose handler has read all it needs. */
export class Prepared<R> {
  constructor(readonly apply: () => R) {}
}

/**
 * A command whose handler only reads and returns a `Prepared`, which does the writes. It needs no asynchronous
 * context, which slows every promise of the process, so hot use cases use this.
 */
export abstract class PreparedCommand<R> extends Command<Prepared<R>> {}

/** The result of a command after its `Prepared`, if any, was applied. */
export type ResultOf<R> = R extends Prepared<infer D> ? D : R;
