import type { SigningKey } from '@app/config';
import { Money } from '@app/kernel';
import type { LedgerQueries } from '@app/ledger';
import { monthOf } from './statement.view';
import { PAGE_MOVEMENTS, StatementWriterService } from './statement-writer.service';
import type { TransactionsQueries } from './transactions.queries';

const zero = new Money(0n, 'NGN');
const CONTENT = {
  holder: { name: 'Ada', usertag: 'ada', type: 'personal' },
  month: monthOf('2026-01'),
  isProvisional: false,
  opening: zero,
  closing: zero,
};
const LONG = BigInt(PAGE_MOVEMENTS) + 1n;

describe('statements that are drawn up at once', () => {
  /** Accounts whose statements have begun and ended. */
  let begun: string[];
  let ended: string[];
  /** The movements that were read together. */
  let read: [from: bigint, to: bigint][];
  let releases: Map<string, () => void>;
  let writer: StatementWriterService;

  beforeEach(() => {
    [begun, ended, read, releases] = [[], [], [], new Map()];
    // Pages of an account that begins with "held" wait until the test releases it.
    const ledger = {
      async movementsBetween(accountId: string, from: bigint, to: bigint) {
        read.push([from, to]);
        if (from === 0n) begun.push(accountId);
        if (accountId.startsWith('held') && from === 0n)
          await new Promise<void>((resolve) => releases.set(accountId, resolve));
        return [];
      },
    };
    const transactions = { shown: () => Promise.resolve([]) };
    const key = { keyId: 'key', signContent: () => Promise.resolve('signature') };
    writer = new StatementWriterService(
      ledger as unknown as LedgerQueries,
      transactions as unknown as TransactionsQueries,
      key as unknown as SigningKey,
    );
  });

  const write = (accountId: string, movements: bigint) =>
    writer.write({ accountId, after: 0n, last: movements }, CONTENT).then(() => void ended.push(accountId));

  it('are read a hundred movements at a time, between which other work has its turn', async () => {
    await write('account', 250n);
    expect(read).toEqual([
      [0n, 100n],
      [100n, 200n],
      [200n, 250n],
    ]);
  });

  it('let short ones pass while long ones take all turns', async () => {
    const long = ['held 1', 'held 2', 'held 3'].map((id) => write(id, LONG));
    await write('short', LONG - 1n);
    expect([begun, ended]).toEqual([['held 1', 'held 2', 'short'], ['short']]);
    releases.get('held 1')!();
    await long[0];
    expect(begun).toEqual(['held 1', 'held 2', 'short', 'held 3']);
    releases.get('held 2')!();
    releases.get('held 3')!();
    await Promise.all(long);
  });

  it('let long ones pass while short ones take all turns, and keep the order of each', async () => {
    const short = ['held 1', 'held 2', 'held 3', 'held 4'].map((id) => write(id, 1n));
    await write('long', LONG);
    expect(begun).toEqual(['held 1', 'held 2', 'long']);
    releases.get('held 2')!();
    await short[1];
    releases.get('held 1')!();
    await short[0];
    expect(begun).toEqual(['held 1', 'held 2', 'long', 'held 3', 'held 4']);
    releases.get('held 3')!();
    releases.get('held 4')!();
    await Promise.all(short);
  });

  it('release a turn after a failure', async () => {
    const failing = () =>
      writer.write({ accountId: 'x', after: 0n, last: 1n }, { ...CONTENT, closing: new Money(1n, 'NGN') });
    for (let n = 0; n < 5; n++) await expect(failing()).rejects.toThrow('add up');
    await write('short', 1n);
    expect(ended).toEqual(['short']);
  });
});
