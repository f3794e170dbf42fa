import { invalidState } from './domain-error';

/**
 * A state machine as data: for each state, the verbs that leave it and where they lead.
 * A state without verbs is terminal.
 */
export type TransitionTable<State extends string, Verb extends string> = Record<
  State,
  Partial<Record<Verb, State>>
>;

export class StateMachine<State extends string, Verb extends string> {
  constructor(
    readonly noun: string,
    readonly initial: State,
    readonly table: TransitionTable<State, Verb>,
    /** Of verbs that are done to the object, for messages: "send" is "sent". */
    private readonly participles: Partial<Record<Verb, string>> = {},
  ) {
    const unreachable = this.unreachableStates();
    if (unreachable.length > 0) throw new Error(`${noun}: no way leads to ${unreachable.join(', ')}`);
  }

  /** The state `verb` leads to; throws INVALID_STATE where the table has no such row. */
  next(from: State, verb: Verb): State {
    const to = this.table[from][verb];
    if (!to) throw invalidState(this.refusalOf(from, verb));
    return to;
  }

  allows(from: State, verb: Verb): boolean {
    return this.table[from][verb] !== undefined;
  }

  isTerminal(state: State): boolean {
    return Object.keys(this.table[state]).length === 0;
  }

  private refusalOf(from: State, verb: Verb): string {
    const article = /^[aeiou]/.test(from) ? 'An' : 'A';
    const participle = this.participles[verb];
    return `${article} ${from} ${this.noun} cannot ${participle ? `be ${participle}` : verb}.`;
  }

  private unreachableStates(): State[] {
    const seen = new Set<State>([this.initial]);
    const queue: State[] = [this.initial];
    for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
      for (const to of Object.values(this.table[state]) as State[]) {
        if (!(to in this.table)) throw new Error(`${this.noun}: ${state} leads to unknown ${to}`);
        if (!seen.has(to)) queue.push(to);
        seen.add(to);
      }
    }
    return (Object.keys(this.table) as State[]).filter((state) => !seen.has(state));
  }
}
