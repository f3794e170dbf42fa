import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, StaleAggregate, UnitOfWork } from '@app/write-path';
import { Repository } from 'typeorm';
import { TestClock } from './test-clock.aggregate';

@Injectable()
export class TestClockRepository extends AggregateStore<TestClock> {
  constructor(@InjectRepository(TestClock) rows: Repository<TestClock>, unit: UnitOfWork) {
    // Two first requests at once: the second starts over and finds the clock of the first.
    super(rows, unit, { test_clocks_pkey: () => new StaleAggregate() });
  }

  /** The clock of an app; a new one, not stored yet, where it has none. */
  async ofApp(appId: string, ownerId: string): Promise<TestClock> {
    return (await this.findOneBy({ id: appId })) ?? new TestClock(appId, ownerId);
  }

  store(clock: TestClock): void {
    if (clock.version === 0) this.add(clock);
    else this.save(clock);
  }
}
