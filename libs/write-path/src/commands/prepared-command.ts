import { Command } from '@nestjs/cqrs';

/** What remains to be done once a handler has read all it needs: it decides in one turn and waits for nothing. */
export class Decision<R> {
  constructor(readonly decide: () => R) {}
}

/**
 * A command whose handler reads first and gives a `Decision`, which alone writes. Such commands need no asynchronous
 * context; following one costs every promise of the process, so hot use cases are better off without.
 */
export abstract class SwiftCommand<R> extends Command<Decision<R>> {}

/** What running the command gives in the end. */
export type Decided<R> = R extends Decision<infer D> ? D : R;
