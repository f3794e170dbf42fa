import { requireTransactionOrder } from '../../../libs/database/src/transaction-order';
import { commitUnits } from '../../../libs/write-path/src/commit/commit-units';
import { Books, movement, newId, ngn } from '../../support/books';

/** Books that come from another server: their transactions have numbers which this one has not reached. */
describe('the order of transactions', () => {
  let books: Books;
  beforeAll(async () => (books = await Books.open()));
  afterAll(() => books.close());

  const check = () => requireTransactionOrder(books.dataSource);

  it('goes on in new books, and where this server wrote them', async () => {
    await check();
    const [alice, bob] = [await books.openAccount('NGN', 1000), await books.openAccount()];
    await commitUnits(books.app, [movement(alice, bob, ngn(1))], new Date(), true);
    await check();
    await books.seal();
    await check();
  });

  it('is asked for at the start, and the refusal says what puts it right', async () => {
    // The last seal of a server in its fourth epoch.
    await books.owner.query(
      `INSERT INTO ledger.seals (position, journal_id, xid, hash)
       SELECT max(position) + 1, $1, (3 * 4294967296 + 700)::text::xid8, '' FROM ledger.seals`,
      [newId()],
    );
    await expect(check()).rejects.toThrow('"pg_resetwal -e 4"');
  });
});
