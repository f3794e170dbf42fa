import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CsvError, type Info, parse } from 'csv-parse';
import { headerFaults, type LineFault, readLine, type StatementFormat } from './statement-format.policy';
import { statementTooLarge, unreadableStatement } from './statement.errors';
import type { StatementLine } from './statement-line.policy';

export interface StatementLimits {
  /** Of the CSV text, after it is inflated. */
  bytes: number;
  lines: number;
}

export const STATEMENT_LIMITS: StatementLimits = { bytes: 256 * 2 ** 20, lines: 2_000_000 };

/** So many faults are named; the rest of a file with more is not read. */
const MOST_FAULTS = 100;

const LONGEST_RECORD = 64 * 1_024;

type Bytes = AsyncIterable<Buffer>;

/** Reads CSV statements, plain or compressed by gzip, as a stream: the memory does not depend on the size of the file. */
export class StatementReaderService {
  constructor(private readonly limits: StatementLimits = STATEMENT_LIMITS) {}

  /**
   * Yields the lines in the order of the file. A file with a line that cannot be read is refused after its last line, so
   * that the error names up to 100 of them: the caller must discard what it received.
   */
  async *read(source: Bytes, format: StatementFormat): AsyncGenerator<StatementLine> {
    const faults: LineFault[] = [];
    const parser = parse({
      bom: true,
      columns: (header: string[]) => {
        faults.push(...headerFaults(format, header));
        return header;
      },
      info: true,
      max_record_size: LONGEST_RECORD,
      skip_empty_lines: true,
    });
    // The parser is destroyed with the error of any stream before it, so the loop below throws it.
    pipeline(Readable.from(this.bounded(source)), parser, () => undefined);

    let lines = 0;
    try {
      for await (const { record, info } of parser as AsyncIterable<{
        record: Record<string, string>;
        info: Info;
      }>) {
        lines += 1;
        if (lines > this.limits.lines)
          throw statementTooLarge(`The statement has more than ${this.limits.lines} lines.`);
        if (faults[0]?.line === 1) break;
        const read = readLine(format, record, info.records + 1);
        faults.push(...read.faults);
        if (faults.length >= MOST_FAULTS) break;
        if (read.line && faults.length === 0) yield read.line;
      }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      // Records before the fault may be lost in the buffers of the parser, which knows their number.
      const records: unknown = error.records;
      faults.push({
        line: (typeof records === 'number' ? records : lines) + 2,
        column: 'record',
        message: 'The line is not valid CSV with as many values as the header.',
      });
    }
    if (lines === 0 && faults.length === 0)
      faults.push({ line: 1, column: 'file', message: 'The statement has no lines.' });
    if (faults.length > 0) throw unreadableStatement(faults.slice(0, MOST_FAULTS));
  }

  private async *bounded(source: Bytes): Bytes & AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of inflated(source)) {
      bytes += chunk.length;
      if (bytes > this.limits.bytes)
        throw statementTooLarge(`The statement has more than ${this.limits.bytes} bytes.`);
      yield chunk;
    }
  }
}

/** The content of a stream that gzip may have compressed, which its first two bytes say. */
async function* inflated(source: Bytes): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  const rest = source[Symbol.asyncIterator]();
  while (head.length < 2) {
    const next = await rest.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  const whole = (async function* (): AsyncGenerator<Buffer> {
    yield head;
    yield* { [Symbol.asyncIterator]: () => rest };
  })();
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* whole;
    return;
  }
  const gunzip = createGunzip();
  pipeline(Readable.from(whole), gunzip, () => undefined);
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    if (!isZlibError(error)) throw error;
    throw unreadableStatement([
      { line: 1, column: 'file', message: 'The file is not a complete gzip file.' },
    ]);
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));
}
