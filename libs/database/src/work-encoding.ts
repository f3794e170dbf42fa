import type { Work } from './work';

/** Arguments of `ledger.commit_units` for several units, as columns. Built in one pass over the units. */
export class EncodedUnits {
  readonly principal: (string | null)[] = [];
  readonly key: (string | null)[] = [];
  readonly operation: (string | null)[] = [];
  readonly fingerprint: (Buffer | null)[] = [];
  readonly claim: (string | null)[] = [];
  readonly status: number[] = [];
  readonly body: (string | null)[] = [];
  readonly balanceLeg: (number | null)[] = [];
  private readonly accountIndex = new Map<string, number>();
  private readonly journal: unknown[][] = Array.from({ length: 13 }, () => []);
  private readonly leg: unknown[][] = Array.from({ length: 5 }, () => []);
  private readonly outbox: unknown[][] = Array.from({ length: 9 }, () => []);

  constructor(works: readonly Work[]) {
    works.forEach((work, index) => this.add(work, index + 1));
  }

  /** In the order of the function's parameters, after `p_now` and `p_wait`. */
  get parameters(): unknown[] {
    return [
      ...[this.principal, this.key, this.operation, this.fingerprint, this.claim],
      ...[this.status, this.body, this.balanceLeg],
      [...this.accountIndex.keys()],
      ...this.journal,
      ...this.leg,
      ...this.outbox,
    ];
  }

  private add(work: Work, unit: number): void {
    const record = work.idempotency;
    this.principal.push(record?.principalId ?? null);
    this.key.push(record?.key ?? null);
    this.operation.push(record?.operation ?? null);
    this.fingerprint.push(record?.fingerprint ?? null);
    this.claim.push(record?.claim ?? null);
    this.status.push(work.answer?.status ?? 0);
    this.body.push(work.answer?.body ?? null);
    this.balanceLeg.push(this.addJournals(work, unit));
    this.addEvents(work, unit);
  }

  /** Returns the number of the last leg of the account whose balance the answer shows. */
  private addJournals(work: Work, unit: number): number | null {
    let balanceLeg: number | null = null;
    for (const journal of work.journals) {
      push(this.journal, [
        unit,
        journal.id,
        journal.type,
        journal.eventId,
        journal.amount.currency,
        journal.amount.minor.toString(),
        journal.fee.minor.toString(),
        journal.reference ?? null,
        journal.description ?? null,
        journal.related.type,
        journal.related.id,
        journal.metadata ? JSON.stringify(journal.metadata) : null,
        journal.once ?? null,
      ]);
      for (const { accountId, amount, counterpartyId } of journal.legs) {
        push(this.leg, [
          unit,
          this.journal[0]!.length,
          this.indexOf(accountId),
          amount.minor.toString(),
          counterpartyId ?? null,
        ]);
        if (accountId === work.balanceAfter?.accountId) balanceLeg = this.leg[0]!.length;
      }
    }
    return balanceLeg;
  }

  private addEvents(work: Work, unit: number): void {
    for (const { id, event } of work.events) {
      push(this.outbox, [
        unit,
        id,
        event.aggregateType,
        event.aggregateId,
        event.type,
        JSON.stringify(event.data, moneyAsJson),
        event.ownerId,
        event.mode,
        work.correlationId,
      ]);
    }
  }

  private indexOf(accountId: string): number {
    const known = this.accountIndex.get(accountId);
    if (known !== undefined) return known;
    this.accountIndex.set(accountId, this.accountIndex.size + 1);
    return this.accountIndex.size;
  }
}

function push(columns: unknown[][], values: unknown[]): void {
  values.forEach((value, column) => columns[column]!.push(value));
}

/** Smallest units travel as decimal text: JSON numbers would lose digits beyond 2^53. */
function moneyAsJson(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
