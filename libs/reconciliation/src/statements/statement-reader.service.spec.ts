import { gzipSync } from 'node:zlib';
import { DomainError } from '@app/kernel';
import { FLUTTERWAVE } from './flutterwave-format.policy';
import { StatementReaderService } from './statement-reader.service';
import type { StatementLine } from './statement-line.policy';

const HEADER = 'id,tx_ref,amount,app_fee,currency,status,type,created_at';
const ROW = '9,cs_1,25.5,0.35,NGN,successful,payment,2026-11-10T08:00:00.000Z';

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(
  bytes: Buffer | string,
  size = 7,
  reader = new StatementReaderService(),
): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for await (const line of reader.read(pieces(Buffer.from(bytes), size), FLUTTERWAVE)) lines.push(line);
  return lines;
}

async function refusal(bytes: Buffer | string, reader = new StatementReaderService()): Promise<DomainError> {
  const error: unknown = await read(bytes, 64, reader).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomainError)) throw new Error(`no refusal: ${String(error)}`);
  return error;
}

const messages = async (bytes: Buffer | string): Promise<string[]> =>
  ((await refusal(bytes)).extra.errors ?? []).map(({ message }) => message);

describe('The reader of statements', () => {
  const line: StatementLine = {
    line: 2,
    providerId: '9',
    reference: 'cs_1',
    orderRef: null,
    amount: 2_550n,
    fee: 35n,
    currency: 'NGN',
    status: 'booked',
    kind: 'payment',
    bookedOn: '2026-11-10',
  };

  it('reads a line exactly, in pieces of any size', async () => {
    for (const size of [1, 7, 1_000]) expect(await read(`${HEADER}\n${ROW}\n`, size)).toEqual([line]);
  });

  it('reads a file with a byte order mark, CRLF and without an end of the last line', async () => {
    expect(await read(`\uFEFF${HEADER}\r\n${ROW}`)).toEqual([line]);
  });

  it('inflates gzip', async () => {
    for (const size of [1, 1_000]) expect(await read(gzipSync(`${HEADER}\n${ROW}\n`), size)).toEqual([line]);
  });

  it('takes formulas, quotes and paths as text', async () => {
    const [read1] = await read(`${HEADER}\n9,"=1+""../a""",1,0,NGN,successful,payment,2026-11-10\n`);
    expect(read1?.reference).toBe('=1+"../a"');
  });

  it('gives a kind that the format lacks as null', async () => {
    const rows = ['levy', '__proto__', 'constructor'].map((kind) => ROW.replace('payment', kind));
    expect((await read([HEADER, ...rows].join('\n'))).map(({ kind }) => kind)).toEqual([null, null, null]);
  });

  it('names the line and the column of every value that it cannot read', async () => {
    const bad = '9,cs_1,1e3,-,XXX,done,payment,2026-06-31';
    expect(await messages([HEADER, ROW, bad].join('\n'))).toEqual([
      'Line 3, amount: The value is not an amount with at most two decimals.',
      'Line 3, app_fee: The value is not an amount with at most two decimals.',
      'Line 3, currency: The value is not a supported currency.',
      'Line 3, status: The value is not a status of this format.',
      'Line 3, created_at: The value does not begin with a day, such as 2026-11-25.',
    ]);
  });

  it('names at most 100 values', async () => {
    const rows = Array.from({ length: 200 }, () => ROW.replace('NGN', 'XXX'));
    expect(await messages([HEADER, ...rows].join('\n'))).toHaveLength(100);
  });

  it.each([
    ['an empty file', '', 'Line 1, file: The statement has no lines.'],
    ['a header alone', `${HEADER}\n`, 'Line 1, file: The statement has no lines.'],
    [
      'a missing column',
      `${HEADER.replace('tx_ref', 'ref')}\n${ROW}`,
      'Line 1, tx_ref: The column is missing.',
    ],
    ['a column twice', `${HEADER},id\n${ROW},1`, 'Line 1, id: The column appears twice.'],
    ['a NUL', `${HEADER}\n${ROW.replace('cs_1', 'cs\0')}`, 'Line 2, tx_ref: The value has a NUL character.'],
    [
      'a short line',
      `${HEADER}\n${ROW}\n9,cs_1`,
      'Line 3, record: The line is not valid CSV with as many values as the header.',
    ],
    [
      'an open quote',
      `${HEADER}\n${ROW}\n"9,`,
      'Line 3, record: The line is not valid CSV with as many values as the header.',
    ],
    [
      'a cut gzip file',
      gzipSync(`${HEADER}\n${ROW}\n`).subarray(0, 40),
      'Line 1, file: The file is not a complete gzip file.',
    ],
  ])('refuses %s', async (_, bytes, message) => {
    expect(await messages(bytes)).toEqual([message]);
  });

  it('refuses a file that inflates to more than the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000, ' '));
    const reader = new StatementReaderService({ bytes: 1_000, lines: 10 });
    expect((await refusal(bomb, reader)).kind).toBe('too-large');
  });

  it('refuses a file with more lines than the limit', async () => {
    const reader = new StatementReaderService({ bytes: 1_000, lines: 1 });
    expect((await refusal([HEADER, ROW, ROW].join('\n'), reader)).kind).toBe('too-large');
  });
});
