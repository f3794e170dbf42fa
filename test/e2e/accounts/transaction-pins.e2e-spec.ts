import * as fc from 'fast-check';
import { Books, newId } from '../../support/books';

const NOW = new Date('2026-03-01T12:00:00Z');
const LOCK = '15 minutes';
const mac = (guess: number) => Buffer.alloc(32, guess);
const RIGHT = 1;

interface Outcome {
  outcome: string;
  left_tries: number | null;
  unlocks_at: Date | null;
}

/** What an account may look like before the tries come. */
const state = fc.constantFrom(
  { tries: 0, lockedUntil: null },
  { tries: 3, lockedUntil: null },
  { tries: 4, lockedUntil: null },
  { tries: 5, lockedUntil: new Date('2026-03-01T12:10:00Z') },
  { tries: 5, lockedUntil: new Date('2026-03-01T11:50:00Z') },
  null,
);
const tries = fc.array(fc.record({ person: fc.nat(3), guess: fc.constantFrom(RIGHT, RIGHT, 2, 3) }), {
  minLength: 1,
  maxLength: 14,
});

describe('PINs tried in one call', () => {
  let books: Books;
  beforeAll(async () => (books = await Books.open()));
  afterAll(() => books.close());

  /** The same people, once for the call and once for one try after the other. */
  async function people(states: ({ tries: number; lockedUntil: Date | null } | null)[]): Promise<string[]> {
    const ids = states.map(newId);
    for (const [i, found] of states.entries()) {
      if (found === null) continue;
      await books.app.query(
        `INSERT INTO transaction_pins (user_id, pin_hmac, wrong_tries, locked_until, set_at) VALUES ($1, $2, $3, $4, $5)`,
        [ids[i], mac(RIGHT), found.tries, found.lockedUntil, NOW],
      );
    }
    return ids;
  }

  const rowsOf = async (ids: string[]) =>
    (
      await books.app.query(
        `SELECT wrong_tries, locked_until FROM unnest($1::uuid[]) WITH ORDINALITY AS t(id, ord)
           LEFT JOIN transaction_pins ON user_id = t.id ORDER BY ord`,
        [ids],
      )
    ).rows as unknown[];

  it('counts concurrent attempts of several callers as if they were sequential', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(state, { minLength: 4, maxLength: 4 }), tries, async (states, all) => {
        const [together, single] = [await people(states), await people(states)];
        const { rows } = await books.app.query<Outcome>('SELECT * FROM try_pins($1, $2, $3, $4)', [
          all.map(({ person }) => together[person]),
          all.map(({ guess }) => mac(guess)),
          ...[NOW, LOCK],
        ]);
        const expected: Outcome[] = [];
        for (const { person, guess } of all) {
          const one = await books.app.query<Outcome>('SELECT * FROM try_pin($1, $2, $3, $4)', [
            ...[single[person], mac(guess), NOW, LOCK],
          ]);
          expected.push(one.rows[0]!);
        }
        expect(rows).toEqual(expected);
        expect(await rowsOf(together)).toEqual(await rowsOf(single));
      }),
      { numRuns: 150 },
    );
  });

  it('evaluate five guesses of one person and no sixth, however many come together', async () => {
    const [person] = await people([{ tries: 0, lockedUntil: null }]);
    const guesses = [...Array.from({ length: 9 }, () => 2), RIGHT];
    const { rows } = await books.app.query<Outcome>('SELECT outcome FROM try_pins($1, $2, $3, $4)', [
      ...[guesses.map(() => person), guesses.map(mac), NOW, LOCK],
    ]);
    expect(rows.map(({ outcome }) => outcome)).toEqual([
      ...Array<string>(5).fill('wrong'),
      ...Array<string>(5).fill('locked'),
    ]);
  });
});
