import { Injectable } from '@nestjs/common';
import { ExpireSessions, ResolveUnknownAttempts, SendRefunds } from '@app/checkout';
import { IdempotencyKeys } from '@app/database';
import { ResolveUnknownDeposits } from '@app/deposits';
import { PullRates } from '@app/fx';
import { SealJournals } from '@app/ledger';
import { CreateWebhookPartitions, DisableFailingEndpoints } from '@app/webhooks';

export interface Job {
  name: string;
  everySeconds: number;
  run(): Promise<unknown>;
}

/** Every time-driven job and its cadence. Each finds its due work in the database, so any number of schedulers may run. */
@Injectable()
export class Timetable {
  readonly jobs: Job[];

  constructor(
    sealJournals: SealJournals,
    pullRates: PullRates,
    expireSessions: ExpireSessions,
    resolveUnknownAttempts: ResolveUnknownAttempts,
    sendRefunds: SendRefunds,
    resolveUnknownDeposits: ResolveUnknownDeposits,
    idempotencyKeys: IdempotencyKeys,
    createPartitions: CreateWebhookPartitions,
    disableFailing: DisableFailingEndpoints,
  ) {
    this.jobs = [
      { name: 'seal journals', everySeconds: 1, run: () => sealJournals.run() },
      { name: 'expire checkout sessions', everySeconds: 15, run: () => expireSessions.run() },
      {
        name: 'resolve unknown checkout attempts',
        everySeconds: 60,
        run: () => resolveUnknownAttempts.run(),
      },
      { name: 'refund what cannot be kept', everySeconds: 30, run: () => sendRefunds.run() },
      { name: 'resolve unknown deposits', everySeconds: 60, run: () => resolveUnknownDeposits.run() },
      { name: 'pull exchange rates', everySeconds: 30 * 60, run: () => pullRates.run() },
      { name: 'forget old idempotency keys', everySeconds: 10 * 60, run: () => idempotencyKeys.purge() },
      { name: 'create partitions of webhook logs', everySeconds: 3600, run: () => createPartitions.run() },
      { name: 'disable endpoints that only fail', everySeconds: 3600, run: () => disableFailing.run() },
    ];
  }
}
