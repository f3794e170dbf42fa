import { IdempotencyKeys } from '@app/write-path';
import { SystemClock } from '@app/kernel';
import { commitUnits } from '../../../libs/write-path/src/commit/commit-units';
import { Books, movement, newId, ngn } from '../../support/books';

/** Two requests with one key must get the same response, whatever each of them decides by itself. */
describe('The response to a key', () => {
  let books: Books;
  beforeAll(async () => (books = await Books.open()));
  afterAll(() => books.close());

  /** Stops within the posting function, after it found no response for its key and before it stores one. */
  async function postingHeldUp(account: string, body: () => Promise<void>): Promise<void> {
    await books.owner.query('BEGIN');
    await books.owner.query('SELECT 1 FROM ledger.balances WHERE account_id = $1 FOR UPDATE', [account]);
    await body();
    await books.owner.query('COMMIT');
  }

  it('is never a refusal if the same key has a booking', async () => {
    const [alice, bob] = [await books.openAccount('NGN', 1000), await books.openAccount()];
    const keys = new IdempotencyKeys(books.app, new SystemClock());
    const work = movement(alice, bob, ngn(100), { key: newId() });
    let booking: ReturnType<typeof commitUnits>;
    let refusal: ReturnType<IdempotencyKeys['rememberRefusal']>;
    await postingHeldUp(alice, async () => {
      booking = commitUnits(books.app, [work], new Date(), true);
      await books.lockWaits(1);
      refusal = keys.rememberRefusal(work.idempotency!, { status: 400, body: '{"refused":true}' });
      await Promise.race([books.lockWaits(2), refusal]);
    });
    const [outcome] = await booking!;
    expect(outcome).toMatchObject({ kind: 'committed' });
    expect(await refusal!).toMatchObject({ status: 200, replayed: true });
  });

  it('is not claimed, while it is being stored, by a use case that would call another system', async () => {
    const [alice, bob] = [await books.openAccount('NGN', 1000), await books.openAccount()];
    const keys = new IdempotencyKeys(books.app, new SystemClock());
    const work = movement(alice, bob, ngn(100), { key: newId() });
    const other = { ...work.idempotency!, operation: 'POST charge', fingerprint: Buffer.from('other') };
    let booking: ReturnType<typeof commitUnits>;
    let claim: Promise<unknown>;
    await postingHeldUp(alice, async () => {
      booking = commitUnits(books.app, [work], new Date(), true);
      await books.lockWaits(1);
      claim = keys.claim(other).catch((error: unknown) => error);
      await Promise.race([books.lockWaits(2), claim]);
    });
    expect(await booking!).toMatchObject([{ kind: 'committed' }]);
    expect(await claim!).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  });
});
