import type { Aggregate, DomainError } from '@app/kernel';
import type { DataSource, EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import type { UnitOfWork } from './unit-of-work';

/**
 * Loads aggregates of one kind and stages their writes. A save is a guarded update (`WHERE id AND version`):
 * it never reads first, and an object that changed meanwhile makes the command start over.
 */
export class AggregateStore<A extends Aggregate & ObjectLiteral> {
  constructor(
    private readonly entity: EntityTarget<A>,
    protected readonly dataSource: DataSource,
    protected readonly unit: UnitOfWork,
    /** What a violated unique constraint means, by constraint name. */
    private readonly refusals: Record<string, () => DomainError> = {},
  ) {}

  findOneBy(where: FindOptionsWhere<A>): Promise<A | null> {
    return this.dataSource.manager.findOneBy(this.entity, where);
  }

  findBy(where: FindOptionsWhere<A>): Promise<A[]> {
    return this.dataSource.manager.findBy(this.entity, where);
  }

  /** Stages the insert of a new aggregate and records its events. */
  add(aggregate: A): void {
    aggregate.version = 1;
    const [sql, parameters] = this.dataSource
      .createQueryBuilder()
      .insert()
      .into(this.entity)
      .values(this.columnsOf(aggregate))
      .returning([])
      .getQueryAndParameters();
    this.unit.stage({ sql, parameters: parameters as unknown[], expectedRows: 1, refusals: this.refusals });
    this.recordEventsOf(aggregate);
  }

  /** Stages the guarded update of a loaded aggregate and records its events. */
  save(aggregate: A): void {
    const guard = { id: aggregate.id, version: aggregate.version };
    aggregate.version += 1;
    const [sql, parameters] = this.dataSource
      .createQueryBuilder()
      .update(this.entity)
      .set(this.columnsOf(aggregate))
      .where('id = :id AND version = :version', guard)
      .getQueryAndParameters();
    this.unit.stage({ sql, parameters: parameters as unknown[], expectedRows: 1, refusals: this.refusals });
    this.recordEventsOf(aggregate);
  }

  private columnsOf(aggregate: A): never {
    const { columns } = this.dataSource.getMetadata(this.entity);
    return Object.fromEntries(
      columns.map((column) => [column.propertyName, aggregate[column.propertyName]]),
    ) as never;
  }

  private recordEventsOf(aggregate: A): void {
    for (const event of aggregate.pullEvents()) this.unit.record(event);
  }
}
