import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UserDirectory } from '@app/accounts';
import { SigningKey } from '@app/config';
import { addSeconds, canonicalJson, Clock, type Currency, invalid } from '@app/kernel';
import { BalanceHistory, LedgerQueries, SETTLING_SECONDS } from '@app/ledger';
import { type Month, monthOf, statementDocument } from './statement.view';
import { TransactionQueries } from './transactions.queries';
import { walletMissing } from '../wallet.errors';
import { WalletQueries } from '../wallet.queries';

/** One answer, one signature, a fraction of a second: longer months are read page by page. */
const MAX_MOVEMENTS = 10_000n;

/** Draws up signed account statements, one per wallet and month. */
@Injectable()
export class StatementQueries {
  constructor(
    private readonly wallets: WalletQueries,
    private readonly history: BalanceHistory,
    private readonly ledger: LedgerQueries,
    private readonly transactions: TransactionQueries,
    private readonly directory: UserDirectory,
    private readonly key: SigningKey,
    private readonly clock: Clock,
  ) {}

  async statement(ownerId: string, name: string, currency?: Currency): Promise<object> {
    const month = monthOf(name);
    const now = this.clock.now();
    if (month.start > now) throw invalid('month', 'month has not begun yet.');
    const wallet = await this.wallets.find(ownerId, currency);
    if (!wallet) throw walletMissing(currency);
    const { opening, closing, movements } = await this.movements(wallet, month);
    const { name: holder, usertag, accountType: type } = (await this.directory.byId(ownerId))!;
    return this.signed(
      statementDocument({
        holder: { name: holder, usertag, type },
        month,
        isProvisional: now < addSeconds(month.end, SETTLING_SECONDS),
        opening,
        closing,
        movements,
      }),
    );
  }

  private async movements({ id, currency }: { id: string; currency: Currency }, { start, end }: Month) {
    const before = await this.history.at(id, currency, justBefore(start));
    const last = await this.history.at(id, currency, justBefore(end));
    if (last.movements - before.movements > MAX_MOVEMENTS) {
      throw invalid(
        'month',
        `The month has more than ${MAX_MOVEMENTS} movements; read them with transactions.php?action=list and cursor.`,
      );
    }
    const found = await this.ledger.movementsBetween(id, before.movements, last.movements);
    // As the month ended: what was reversed later stands in a later statement.
    const views = await this.transactions.shown(found, end);
    const movements = found.map(({ amount }, i) => ({ amount, view: views[i]! }));
    return { opening: before.balance, closing: last.balance, movements };
  }

  private signed(document: object): object {
    const text = canonicalJson(document);
    return {
      ...document,
      sha256: createHash('sha256').update(text).digest('hex'),
      signature: this.key.sign(text),
      key_id: this.key.keyId,
      public_key: this.key.publicKey,
    };
  }
}

/** Times are kept in whole milliseconds. */
function justBefore(instant: Date): Date {
  return new Date(instant.getTime() - 1);
}
