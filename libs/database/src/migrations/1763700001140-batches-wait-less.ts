import type { MigrationInterface, QueryRunner } from 'typeorm';
import { commitUnitsSql } from './sql/commit-units';

/** One balance that is held kept hundreds of other transfers waiting for three seconds. */
export class BatchesWaitLess1763700001140 implements MigrationInterface {
  name = 'BatchesWaitLess1763700001140';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(commitUnitsSql);
  }

  /** The function is the only one there is: what goes before it works with it as well. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
