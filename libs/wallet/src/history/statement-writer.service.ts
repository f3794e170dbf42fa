import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SigningKey } from '@app/config';
import { canonicalJson, type Money } from '@app/kernel';
import { LedgerQueries, type Movement } from '@app/ledger';
import { type StatementContent, statementFrame } from './statement.view';
import { TransactionsQueries } from './transactions.queries';

/** Movements that are read and written at once: a few milliseconds, after which other requests have their turn. */
export const PAGE_MOVEMENTS = 100;
/** Statements of each length that one process draws up at the same time. The others wait. */
const AT_ONCE = 2;

/** The movements of an account that a statement lists. */
export interface StatementRange {
  accountId: string;
  /** The numbers of the last movement before the first listed one, and of the last listed one. */
  after: bigint;
  last: bigint;
}

export interface SignedStatement {
  /** The signed canonical JSON without its outer braces, so that fields can be added around it. */
  content: Buffer;
  sha256: string;
  signature: string;
  keyId: string;
}

/** Draws up and signs statements page by page, so that a long one does not hold up other requests. */
@Injectable()
export class StatementWriterService {
  /** Statements of one page do not wait for longer ones. */
  private readonly short = new Turns(AT_ONCE);
  private readonly long = new Turns(AT_ONCE);

  constructor(
    private readonly ledger: LedgerQueries,
    private readonly transactions: TransactionsQueries,
    private readonly key: SigningKey,
  ) {}

  write(
    range: StatementRange,
    content: Omit<StatementContent, 'totalIn' | 'totalOut'>,
  ): Promise<SignedStatement> {
    const turns = range.last - range.after <= BigInt(PAGE_MOVEMENTS) ? this.short : this.long;
    return turns.take(() => this.written(range, content));
  }

  private async written(
    { accountId, after, last }: StatementRange,
    content: Omit<StatementContent, 'totalIn' | 'totalOut'>,
  ): Promise<SignedStatement> {
    const zero = content.opening.minus(content.opening);
    const total = { in: zero, out: zero };
    const pages: Buffer[] = [];
    for (let from = after; from < last; from += BigInt(PAGE_MOVEMENTS)) {
      const to = from + BigInt(PAGE_MOVEMENTS);
      const movements = await this.ledger.movementsBetween(accountId, from, to < last ? to : last);
      for (const { amount } of movements) add(total, amount);
      pages.push(await this.page(movements, content.month.end, pages.length > 0));
    }
    const { head, tail } = statementFrame({ ...content, totalIn: total.in, totalOut: total.out });
    const text = Buffer.concat([Buffer.from(head), ...pages, Buffer.from(tail)]);
    return {
      content: text.subarray(1, -1),
      sha256: createHash('sha256').update(text).digest('hex'),
      signature: await this.key.signContent(text),
      keyId: this.key.keyId,
    };
  }

  /** As the month ended: what was reversed later stands in a later statement. */
  private async page(movements: Movement[], end: Date, isFollowing: boolean): Promise<Buffer> {
    const views = await this.transactions.shown(movements, end);
    const text = views.map((view) => canonicalJson(view)).join(',');
    return Buffer.from(isFollowing ? `,${text}` : text);
  }
}

/** So many at once; the others wait in the order in which they came. */
class Turns {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}

function add(total: { in: Money; out: Money }, amount: Money): void {
  if (amount.minor > 0n) total.in = total.in.plus(amount);
  else total.out = total.out.minus(amount);
}
