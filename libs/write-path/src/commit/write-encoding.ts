import { ArrayParameter, type Element, type ElementType, toJson } from '@app/database';
import type { PendingWrites } from '../unit-of-work/pending-writes';

const ROOM = 1.5;
/** Sizes in bytes of the last encoded columns by kind of row, as estimates for the next ones. */
const lastBytes = new Map<readonly ElementType[], number[]>();

/** Rows as columns, one array parameter per column. */
class Columns {
  private readonly columns: ArrayParameter[];

  constructor(private readonly types: readonly ElementType[]) {
    const bytes = lastBytes.get(types) ?? [];
    this.columns = types.map((type, i) => new ArrayParameter(type, bytes[i]));
  }

  /** Returns the parameters and stores their sizes for the next batch. */
  toBuffers(): Buffer[] {
    const parameters = this.columns.map((column) => column.toBuffer());
    lastBytes.set(
      this.types,
      parameters.map(({ length }) => Math.ceil(length * ROOM)),
    );
    return parameters;
  }

  get length(): number {
    return this.columns[0]!.length;
  }

  add(...values: Element[]): void {
    for (let i = 0; i < values.length; i++) this.columns[i]!.push(values[i]!);
  }
}

const UNIT = ['uuid', 'text', 'text', 'bytea', 'uuid', 'smallint', 'text', 'int'] as const;
const ACCOUNT = ['uuid'] as const;
const JOURNAL = [
  ...(['int', 'uuid', 'text', 'uuid', 'text', 'bigint', 'bigint'] as const),
  ...(['text', 'text', 'text', 'text', 'text', 'text'] as const),
];
const LEG = ['int', 'int', 'int', 'bigint', 'uuid'] as const;
const OUTBOX = ['int', 'uuid', 'text', 'text', 'text', 'text', 'uuid', 'text', 'text'] as const;

const DAY = ['uuid', 'text'] as const;
const COUNT = ['int', 'int', 'bigint', 'bigint'] as const;

/** Element types of the array parameters of `ledger.commit_units`, in its order, after `p_now` and `p_wait`. */
export const PARAMETER_TYPES: readonly ElementType[] = [
  ...UNIT,
  ...ACCOUNT,
  ...JOURNAL,
  ...LEG,
  ...OUTBOX,
  ...DAY,
  ...COUNT,
];

/** Arguments of `ledger.commit_units` for several units, as columns. */
export class EncodedUnits {
  private readonly units = new Columns(UNIT);
  private readonly accounts = new Columns(ACCOUNT);
  private readonly journals = new Columns(JOURNAL);
  private readonly legs = new Columns(LEG);
  private readonly outbox = new Columns(OUTBOX);
  private readonly days = new Columns(DAY);
  private readonly counts = new Columns(COUNT);
  private readonly accountIndex = new Map<string, number>();
  private readonly dayIndex = new Map<string, number>();

  constructor(works: readonly PendingWrites[] = []) {
    for (const work of works) this.add(work);
  }

  /** Values of the parameters, in the order of `PARAMETER_TYPES`. */
  get parameters(): Buffer[] {
    const { units, accounts, journals, legs, outbox, days, counts } = this;
    return [units, accounts, journals, legs, outbox, days, counts].flatMap((columns) => columns.toBuffers());
  }

  add(pendingWrites: PendingWrites): void {
    const { idempotency: record, answer } = pendingWrites;
    const unit = this.units.length + 1;
    const balanceLeg = this.addJournals(pendingWrites, unit);
    this.addEvents(pendingWrites, unit);
    this.addOutgoing(pendingWrites, unit);
    this.units.add(
      record?.principalId ?? null,
      record?.key ?? null,
      record?.operation ?? null,
      record?.fingerprint ?? null,
      record?.claim ?? null,
      answer?.status ?? 0,
      answer?.body ?? null,
      balanceLeg,
    );
  }

  /** Returns the number of the last leg on the account whose balance the answer shows. */
  private addJournals(pendingWrites: PendingWrites, unit: number): number | null {
    let balanceLeg: number | null = null;
    for (const journal of pendingWrites.journals) {
      this.journals.add(
        unit,
        journal.id,
        journal.type,
        journal.eventId,
        journal.amount.currency,
        journal.amount.minor,
        journal.fee.minor,
        journal.reference ?? null,
        journal.description ?? null,
        journal.related.type,
        journal.related.id,
        journal.metadata ? toJson(journal.metadata) : null,
        journal.once ?? null,
      );
      for (const { accountId, amount, counterpartyId } of journal.legs) {
        const account = this.indexOf(accountId);
        this.legs.add(unit, this.journals.length, account, amount.minor, counterpartyId ?? null);
        if (accountId === pendingWrites.balanceAfter?.accountId) balanceLeg = this.legs.length;
      }
    }
    return balanceLeg;
  }

  private addEvents(pendingWrites: PendingWrites, unit: number): void {
    for (const { id, event } of pendingWrites.events) {
      this.outbox.add(
        unit,
        id,
        event.aggregateType,
        event.aggregateId,
        event.type,
        toJson(event.data),
        event.ownerId,
        event.mode,
        pendingWrites.correlationId,
      );
    }
  }

  private addOutgoing({ outgoing }: PendingWrites, unit: number): void {
    for (const { ownerId, day, cents, cap } of outgoing)
      this.counts.add(unit, this.indexOfDay(ownerId, day), cents, cap);
  }

  private indexOfDay(ownerId: string, day: string): number {
    const name = `${ownerId} ${day}`;
    const known = this.dayIndex.get(name);
    if (known !== undefined) return known;
    this.days.add(ownerId, day);
    this.dayIndex.set(name, this.days.length);
    return this.days.length;
  }

  private indexOf(accountId: string): number {
    const known = this.accountIndex.get(accountId);
    if (known !== undefined) return known;
    this.accounts.add(accountId);
    this.accountIndex.set(accountId, this.accounts.length);
    return this.accounts.length;
  }
}
