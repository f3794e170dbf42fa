import { Inject } from '@nestjs/common';
import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { type BalanceAfter, UnitOfWork } from '@app/write-path';
import { POSTGRES_POOL } from '@app/database';
import { assertNotOwn, type UserCaller } from '@app/http';
import { Clock, type Currency, invalidState, Money, notFound, uuidv7 } from '@app/kernel';
import type { Pool } from 'pg';
import { JournalReversed, REVERSAL_KEY } from '../../money/reversal.money';

/** Types that can be reversed; the others have their own ways back. */
const REVERSIBLE = new Set(['transfer', 'payroll', 'deposit', 'checkout', 'invoice', 'adjustment']);

export interface Reversal {
  id: string;
  journalId: string;
  /** Type of the reversed journal. */
  type: string;
  amount: Money;
  /** The change of each account; negative where it pays. */
  postings: { accountId: string; amount: Money }[];
  /** The customer's account that pays, and its balance afterwards; null where none does. */
  debited: { accountId: string; balance: BalanceAfter } | null;
}

interface LegRow {
  type: string;
  reversed: boolean;
  account_id: string;
  owner_id: string | null;
  currency: Currency;
  amount: string;
  counterparty_id: string | null;
}

/** Reverses a transaction once, without making a balance negative. */
export class ReverseTransaction extends Command<Reversal> {
  constructor(
    readonly caller: UserCaller,
    readonly transactionId: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(ReverseTransaction)
export class ReverseTransactionHandler implements ICommandHandler<ReverseTransaction> {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly eventBus: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Of two concurrent reversals, one starts over and finds the other. FORBIDDEN where an account of the caller
   * is involved, because the caller could buy from a wallet and take the money back.
   */
  async execute({ caller, transactionId, reason }: ReverseTransaction): Promise<Reversal> {
    const rows = await this.legsOf(transactionId);
    const [first] = rows;
    if (!first) throw notFound('Transaction');
    for (const { owner_id: ownerId } of rows) assertNotOwn(caller, ownerId, 'reverse a transaction');
    const reversal = this.reverse(transactionId, first, rows);
    const { id, type, amount } = reversal;
    this.unit.audit({
      subject: transactionId,
      before: { type, status: 'completed' },
      after: { reversal_id: id, status: 'reversed', amount: amount.text, currency: amount.currency },
      reason,
    });
    return reversal;
  }

  private reverse(journalId: string, first: LegRow, rows: LegRow[]): Reversal {
    const { type, reversed } = first;
    if (type === 'reversal') throw invalidState('A reversal cannot be reversed.');
    if (!REVERSIBLE.has(type)) throw invalidState(`A transaction of type ${type} cannot be reversed.`);
    if (reversed) throw invalidState('This transaction is reversed already.');

    this.lockReversal(journalId);
    const legs = rows.map((row) => ({
      accountId: row.account_id,
      ownerId: row.owner_id,
      amount: new Money(BigInt(row.amount), row.currency),
      counterpartyId: row.counterparty_id,
    }));
    const customers = legs.filter(({ ownerId }) => ownerId !== null);
    const receiver = customers.find(({ amount }) => amount.minor > 0n);
    const concerned = receiver ?? customers[0] ?? legs[0]!;
    const id = uuidv7(this.clock.now());
    const amount = concerned.amount.minor > 0n ? concerned.amount : concerned.amount.negated();
    this.eventBus.publish(
      new JournalReversed(journalId, concerned.ownerId ?? journalId, 'live', {
        reversalId: id,
        journalId,
        amount,
        legs: legs.map(({ ownerId: _, ...leg }) => leg),
      }),
    );
    return {
      id,
      journalId,
      type,
      amount,
      postings: legs.map(({ accountId, amount: booked }) => ({ accountId, amount: booked.negated() })),
      debited: receiver
        ? { accountId: receiver.accountId, balance: this.unit.balanceAfter(receiver.accountId) }
        : null,
    };
  }

  /** Serialises reversals, so that the second one finds the transaction reversed and not a lack of funds. */
  private lockReversal(journalId: string): void {
    const parameters = [`${REVERSAL_KEY}${journalId}`];
    this.unit.stage({ sql: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', parameters });
    this.unit.stage({
      sql: 'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM ledger.once WHERE key = $1)',
      parameters,
      expectedRows: 1,
    });
  }

  private async legsOf(journalId: string): Promise<LegRow[]> {
    const { rows } = await this.pool.query<LegRow>(
      `SELECT j.type, named.account_id, a.owner_id, a.currency, named.amount, l.counterparty_id,
              EXISTS (SELECT 1 FROM ledger.once o WHERE o.key = $2 || j.id) AS reversed
         FROM ledger.journals j
        CROSS JOIN LATERAL unnest(j.accounts, j.amounts, j.seqs) WITH ORDINALITY AS named(account_id, amount, seq, place)
         JOIN ledger.accounts a ON a.id = named.account_id
         LEFT JOIN ledger.legs l ON l.account_id = named.account_id AND l.seq = named.seq
        WHERE j.id = $1 ORDER BY named.place`,
      [journalId, REVERSAL_KEY],
    );
    return rows;
  }
}
