import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { UserDirectoryQueries } from '@app/accounts';
import { SigningKey } from '@app/config';
import { rateLimited } from '@app/http';
import { addSeconds, Clock, type Currency, invalid } from '@app/kernel';
import { BalanceHistoryQueries, SETTLING_SECONDS } from '@app/ledger';
import { compressed, contentOf, type KeptStatement, KeptStatementsStore } from './kept-statements.store';
import {
  PAGE_MOVEMENTS,
  type SignedStatement,
  type StatementRange,
  StatementWriterService,
} from './statement-writer.service';
import { type Month, monthOf, type StatementContent } from './statement.view';
import { walletMissing } from '../wallets/wallet.errors';
import { WalletQueries } from '../wallets/wallet.queries';

/** Longer months are read page by page. */
const MAX_MOVEMENTS = 10_000n;
/** Seconds after which a client that asked for a second long statement may try again. */
const RETRY_AFTER = 2;

type Frame = Omit<StatementContent, 'totalIn' | 'totalOut'>;

/** Draws up signed account statements, one per wallet and month. */
@Injectable()
export class StatementQueries {
  /** Accounts that a long statement is being drawn up for or sent to. */
  private readonly busy = new Set<string>();

  constructor(
    private readonly wallets: WalletQueries,
    private readonly history: BalanceHistoryQueries,
    private readonly directory: UserDirectoryQueries,
    private readonly writer: StatementWriterService,
    private readonly kept: KeptStatementsStore,
    private readonly key: SigningKey,
    private readonly clock: Clock,
  ) {}

  /** The response body. Throws RATE_LIMITED while another long statement of the account is read. */
  async statement(ownerId: string, name: string, currency?: Currency): Promise<Readable> {
    const month = monthOf(name);
    const now = this.clock.now();
    if (month.start > now) throw invalid('month', 'month has not begun yet.');
    const wallet = await this.wallets.find(ownerId, currency);
    if (!wallet) throw walletMissing(currency);
    const [before, last] = await this.bounds(wallet, month);
    const { name: holder, usertag, accountType: type } = (await this.directory.byId(ownerId))!;
    const range = { accountId: wallet.id, after: before.movements, last: last.movements };
    const frame = {
      holder: { name: holder, usertag, type },
      month,
      isProvisional: now < addSeconds(month.end, SETTLING_SECONDS),
      opening: before.balance,
      closing: last.balance,
    };
    const isLong = range.last - range.after > BigInt(PAGE_MOVEMENTS);
    return isLong ? this.long(ownerId, range, frame) : this.short(range, frame);
  }

  private async short(range: StatementRange, frame: Frame): Promise<Readable> {
    const statement = await this.writer.write(range, frame);
    return Readable.from(this.body(statement, [statement.content]), { objectMode: false });
  }

  /** Held until it has been sent, so that an account cannot make the service hold many. */
  private async long(ownerId: string, range: StatementRange, frame: Frame): Promise<Readable> {
    if (this.busy.has(ownerId)) throw rateLimited({ timeToBlockExpire: RETRY_AFTER });
    this.busy.add(ownerId);
    try {
      const statement = (await this.keptOf(range, frame)) ?? (await this.drawnUp(range, frame));
      const body = Readable.from(this.body(statement, contentOf(statement)), { objectMode: false });
      return body.once('close', () => this.busy.delete(ownerId));
    } catch (error) {
      this.busy.delete(ownerId);
      throw error;
    }
  }

  private async keptOf({ accountId }: StatementRange, frame: Frame): Promise<KeptStatement | null> {
    return frame.isProvisional ? null : this.kept.find(accountId, frame.month.name);
  }

  private async drawnUp(range: StatementRange, frame: Frame): Promise<KeptStatement> {
    const statement = await compressed(await this.writer.write(range, frame));
    if (!frame.isProvisional) await this.kept.keep(range.accountId, frame.month.name, statement);
    return statement;
  }

  /** The signed document with what proves it. */
  private async *body(
    { sha256, signature, keyId }: Omit<SignedStatement, 'content'>,
    content: Iterable<Buffer> | AsyncIterable<Buffer>,
  ): AsyncGenerator<Buffer> {
    yield Buffer.from('{"success":true,');
    yield* content;
    const proof = { sha256, signature, key_id: keyId, public_key: this.key.publicKey };
    yield Buffer.from(`,${JSON.stringify(proof).slice(1)}`);
  }

  private async bounds({ id, currency }: { id: string; currency: Currency }, { start, end }: Month) {
    const before = await this.history.at(id, currency, justBefore(start));
    const last = await this.history.at(id, currency, justBefore(end));
    if (last.movements - before.movements > MAX_MOVEMENTS) {
      throw invalid(
        'month',
        `The month has more than ${MAX_MOVEMENTS} movements; read them with transactions.php?action=list and cursor.`,
      );
    }
    return [before, last] as const;
  }
}

/** Times are kept in whole milliseconds. */
function justBefore(instant: Date): Date {
  return new Date(instant.getTime() - 1);
}
