import { Command } from '@nestjs/cqrs';

/** What remains to be done once a handler has read all it needs: it decides in one turn and waits for nothing. */
export class Prepared<R> {
  constructor(readonly apply: () => R) {}
}

/**
 * A command whose handler reads first and gives a `Decision`, which alone writes. Such commands need no asynchronous
 * context; following one costs every promise of the process, so hot use cases are better off without.
 */
export abstract class PreparedCommand<R> extends Command<Prepared<R>> {}

/** What running the command gives in the end. */
export type ResultOf<R> = R extends Prepared<infer D> ? D : R;
