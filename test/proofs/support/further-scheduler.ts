import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '@app/http';
import type { Clock } from '@app/kernel';
import passport from 'passport';
import { JobRunner } from '../../../apps/scheduler/src/job-runner';
import { SchedulerModule } from '../../../apps/scheduler/src/scheduler.module';
import type { Platform } from '../../support/platform';

/** A further scheduler on the database of the platform, with a clock of its own. Only the test runs its jobs. */
export async function furtherScheduler(
  platform: Pick<Platform, 'config' | 'sql'>,
  clock: Clock,
): Promise<NestFastifyApplication> {
  // As if every job had just run, so that none begins while it starts.
  await platform.sql('UPDATE scheduled_jobs SET started_at = clock_timestamp()');
  const { config } = platform;
  // An app replaces the strategies of the process, which check tokens by its clock.
  const strategies = (passport as unknown as { _strategies: object })._strategies;
  const known = { ...strategies };
  const scheduler = await createApp(SchedulerModule.with(config, clock), 'scheduler', config);
  await scheduler.init();
  Object.assign(strategies, known);
  await scheduler.get(JobRunner, { strict: false }).onModuleDestroy();
  return scheduler;
}
