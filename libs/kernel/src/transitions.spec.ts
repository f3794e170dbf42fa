import { DomainError } from './domain-error';
import { StateMachine, type TransitionTable } from './transitions';

type State = 'open' | 'paid' | 'closed';
type Verb = 'pay' | 'fail' | 'close';
const table: TransitionTable<State, Verb> = {
  open: { pay: 'paid', close: 'closed' },
  paid: { close: 'closed', fail: 'open' },
  closed: {},
};

describe('a state machine', () => {
  const machine = new StateMachine<State, Verb>('door', 'open', table, { pay: 'paid for' });
  const states = Object.keys(table) as State[];
  const verbs: Verb[] = ['pay', 'fail', 'close'];
  const rows = states.flatMap((state) => verbs.map((verb) => ({ state, verb, to: table[state][verb] })));

  it.each(rows)('takes a $state one by $verb as its table says, and no other way', ({ state, verb, to }) => {
    expect(machine.allows(state, verb)).toBe(to !== undefined);
    if (to) {
      expect(machine.next(state, verb)).toBe(to);
      return;
    }
    let refusal: unknown;
    try {
      machine.next(state, verb);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(DomainError);
    expect(refusal).toMatchObject({ code: 'INVALID_STATE', kind: 'conflict', decidedOnState: true });
    const article = state === 'open' ? 'An' : 'A';
    const what = verb === 'pay' ? 'be paid for' : verb;
    expect((refusal as Error).message).toBe(`${article} ${state} door cannot ${what}.`);
  });

  it('ends where no verb leads on', () => {
    expect(states.filter((state) => machine.isTerminal(state))).toEqual(['closed']);
  });

  it('does not start with a state that nothing leads to', () => {
    const unreachable = { ...table, lost: { close: 'closed' } } as TransitionTable<State | 'lost', Verb>;
    expect(() => new StateMachine('door', 'open', unreachable)).toThrow('door: no way leads to lost');
  });

  it('does not start with a verb that leads to an unknown state', () => {
    const astray = { ...table, closed: { pay: 'gone' as State } };
    expect(() => new StateMachine('door', 'open', astray)).toThrow('door: closed leads to unknown gone');
  });
});
