import { Inject } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import type { Aggregate } from '@app/kernel';
import {
  type FindManyOptions,
  type FindOptionsWhere,
  LessThanOrEqual,
  type ObjectLiteral,
  type Repository,
} from 'typeorm';
import { AggregateTable } from './aggregate-table';
import { BatchLoader } from '@app/database';
import type { RowWrite } from './row-write';
import type { UnitOfWork } from './unit-of-work';

/**
 * Loads aggregates of one kind and stages their writes. A save is an update guarded by id and version: when the
 * object has changed since it was read, the command starts over.
 */
export class AggregateStore<A extends Aggregate & ObjectLiteral> {
  @Inject(EventBus) private readonly eventBus: EventBus;
  private knownTable: AggregateTable<A> | undefined;

  constructor(
    protected readonly rows: Repository<A>,
    protected readonly unit: UnitOfWork,
    /** What a violated unique constraint means, by constraint name. */
    private readonly refusals: Record<string, () => Error> = {},
  ) {}

  /** With several conditions, an aggregate that meets one of them. */
  findOneBy(where: FindOptionsWhere<A> | FindOptionsWhere<A>[]): Promise<A | null> {
    return this.rows.findOneBy(where);
  }

  findBy(where: FindOptionsWhere<A>): Promise<A[]> {
    return this.rows.findBy(where);
  }

  /** The aggregates with these ids, in their order. An id without a row is left out. */
  async byIds(ids: readonly string[]): Promise<A[]> {
    return (await this.table.find('id', ids)).filter((found) => found !== null);
  }

  /** Ids of the rows whose time in `column` has come, the longest waiting first. */
  protected async idsDue(
    column: keyof A & string,
    now: Date,
    limit: number,
    where: FindOptionsWhere<A> = {},
  ): Promise<string[]> {
    const rows = await this.rows.find({
      select: { id: true },
      where: { ...where, [column]: LessThanOrEqual(now) },
      order: { [column]: 'ASC' },
      take: limit,
    } as FindManyOptions<A>);
    return rows.map(({ id }) => id);
  }

  /**
   * Loads single aggregates by a property; lookups of concurrent requests share one statement. Of several with one value it
   * loads that with the highest value of `last`.
   */
  protected loaderBy(property: keyof A & string, last?: keyof A & string): BatchLoader<string, A | null> {
    return new BatchLoader((values) => this.table.find(property, values, last));
  }

  /** Stages the insert of a new aggregate and publishes its events. */
  add(aggregate: A): void {
    this.stage('insert', aggregate);
  }

  /** Stages the guarded update of a loaded aggregate and publishes its events. */
  save(aggregate: A): void {
    this.stage('update', aggregate);
  }

  private stage(kind: RowWrite['kind'], aggregate: A): void {
    aggregate.version = kind === 'insert' ? 1 : aggregate.version + 1;
    const { table } = this;
    const row = table.rowOf(aggregate);
    const columns = table.changes(aggregate, row);
    const { refusals } = this;
    this.unit.stage(
      kind === 'insert' ? { kind, table, row, refusals } : { kind, table, row, columns, refusals },
    );
    this.publishEvents(aggregate);
  }

  /** Publishes the aggregate's events through Nest's bus; they commit with the staged writes. */
  protected publishEvents(aggregate: A): void {
    const events = aggregate.getUncommittedEvents();
    if (events.length > 0) this.eventBus.publishAll(events);
    aggregate.uncommit();
  }

  private get table(): AggregateTable<A> {
    return (this.knownTable ??= new AggregateTable(this.rows));
  }
}
