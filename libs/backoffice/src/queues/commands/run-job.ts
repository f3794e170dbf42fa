import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { POSTGRES_POOL } from '@app/database';
import { UnitOfWork } from '@app/write-path';
import { notFound } from '@app/kernel';
import { requestRun, WorkQueue } from '@app/queue';
import type { Pool } from 'pg';

/** Runs one of the scheduler's jobs at once, in the scheduler process that takes it. */
export class RunJob extends Command<{ name: string }> {
  constructor(
    readonly name: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RunJob)
export class RunJobHandler implements ICommandHandler<RunJob> {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly queue: WorkQueue,
  ) {}

  async execute({ name, reason }: RunJob): Promise<{ name: string }> {
    const { rows } = await this.pool.query<{ started_at: Date | null }>(
      'SELECT started_at FROM scheduled_jobs WHERE name = $1',
      [name],
    );
    if (!rows[0]) throw notFound('Job');
    this.unit.stage({ ...requestRun(name), expectedRows: 1 });
    this.unit.audit({ subject: name, reason, before: { startedAt: rows[0].started_at } });
    this.unit.onCommitted(() => this.queue.add('scheduled-job', name));
    return { name };
  }
}
