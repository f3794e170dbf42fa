import 'reflect-metadata';
import { runApp } from '@app/http';
import type { Clock } from '@app/kernel';
import type { Pool } from 'pg';
import { BusinessApiModule } from '../apps/business-api/src/business-api.module';
import { commitUnits, type Outcome } from '../libs/write-path/src/commit/commit-units';
import { GroupCommitter } from '../libs/write-path/src/commit/group-committer';
import type { PendingWrites } from '../libs/write-path/src/unit-of-work/pending-writes';

/** The business host without group commit: every transfer commits by itself. */
GroupCommitter.prototype.commit = async function (pendingWrites: PendingWrites): Promise<Outcome> {
  const { pool, clock } = this as unknown as { pool: Pool; clock: Clock };
  const [outcome] = await commitUnits(pool, [pendingWrites], clock.now(), true);
  return outcome!;
};

void runApp(BusinessApiModule.with, 'business');
