import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { OutboxRelay } from '@app/write-path';
import { addSeconds, Clock, within } from '@app/kernel';
import { type DueSource, DueWorker, Sweeper, WorkQueue } from '@app/queue';
import { SMTP_CONNECTIONS } from './smtp-mailer.adapter';
import { mailAttempts, recordBacklog } from './mail-metrics';
import { MailComposerService } from './mail-composer.service';
import { type DueMail, MailQueueService } from './mail-queue.service';
import { Mailer, MailFailure } from './mailer.port';

const SWEEP_MS = 2000;
const MEASURE_MS = 15_000;
/** How long mails that are being sent may take to end when the process stops. */
const SHUTDOWN_TIMEOUT_MS = 5000;
const MAX_AWAY_SECONDS = 60;

/**
 * Sends due mails: after each relayed batch, when an attempt ends, and every two seconds. While the server is
 * not reachable nothing is claimed, and it is checked again after 1, 2, 4 … 60 seconds.
 */
@Injectable()
export class MailWorkerService implements DueSource<DueMail>, OnApplicationBootstrap, OnModuleDestroy {
  readonly limits = { concurrency: SMTP_CONNECTIONS };
  private readonly logger = new Logger('Mail');
  private readonly worker: DueWorker<DueMail>;
  private readonly measuring: Sweeper;
  private away: { seconds: number; until: Date } | null = null;
  private stopped = false;

  constructor(
    private readonly mails: MailQueueService,
    private readonly composer: MailComposerService,
    private readonly mailer: Mailer,
    queue: WorkQueue,
    relay: OutboxRelay,
    private readonly clock: Clock,
  ) {
    const { logger } = this;
    this.worker = new DueWorker(this, {
      clock,
      sweepMs: SWEEP_MS,
      logger,
      what: 'mail',
      wokenBy: { name: 'mail', queue, relay },
    });
    this.measuring = new Sweeper(() => this.measure(), {
      sweepMs: MEASURE_MS,
      logger,
      what: 'measure of mails',
    });
  }

  onApplicationBootstrap(): void {
    this.worker.onApplicationBootstrap();
    this.measuring.start();
    void this.measuring.wake();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    const ended = Promise.all([this.worker.onModuleDestroy(), this.measuring.stop()]);
    await within(SHUTDOWN_TIMEOUT_MS, ended, () => undefined);
    this.mailer.close();
    await ended;
  }

  /** Sends until no mail is due and each attempt has ended. */
  drain(): Promise<void> {
    return this.worker.drain();
  }

  /** Updates the metrics of the backlog. */
  async measure(): Promise<void> {
    recordBacklog(await this.mails.backlog(), this.clock.now());
  }

  async claim(room: number, upTo: Date): Promise<DueMail[]> {
    return (await this.isServerThere()) ? this.mails.claim(room, upTo) : [];
  }

  /** Sends one mail. If this fails, the claim expires and the mail is sent again under the same id. */
  async work(mail: DueMail): Promise<void> {
    mailAttempts.inc({ outcome: await this.try(mail) });
  }

  async release(mails: readonly DueMail[]): Promise<void> {
    for (const mail of mails) await this.mails.release(mail, 'the process stopped');
  }

  private async try(mail: DueMail): Promise<'sent' | 'due' | 'parked' | 'away' | 'expired'> {
    try {
      const composed = await this.composer.compose(mail);
      if (!composed) return await this.mails.expire(mail);
      await this.mailer.send(composed);
    } catch (error) {
      if (!(error instanceof MailFailure)) return this.mails.failed(mail, (error as Error).message);
      if (error.kind === 'refused') return this.refuse(mail, error.message);
      if (error.kind === 'deferred' || (await this.isReachable(error))) return this.fail(mail, error.message);
      await this.mails.release(mail, error.message);
      return 'away';
    }
    await this.mails.sent(mail);
    return 'sent';
  }

  private async fail(mail: DueMail, reason: string): Promise<'due' | 'parked'> {
    const outcome = await this.mails.failed(mail, reason);
    if (outcome === 'parked') this.logger.error(`mail ${mail.id} (${mail.type}) is parked: ${reason}`);
    return outcome;
  }

  private refuse(mail: DueMail, reason: string): Promise<'parked'> {
    this.logger.warn(`mail ${mail.id} (${mail.type}) is parked: ${reason}`);
    return this.mails.park(mail, reason);
  }

  /** Whether mails may be claimed. A server that was not reachable is checked first, after a pause. */
  private async isServerThere(): Promise<boolean> {
    if (!this.away) return true;
    if (this.clock.now() < this.away.until) return false;
    return this.isReachable();
  }

  private async isReachable(cause?: Error): Promise<boolean> {
    // The shutdown aborted the connection, so the mail is not the cause.
    if (this.stopped) return false;
    try {
      await this.mailer.check();
      if (this.away) this.logger.log('the mail server is back');
      this.away = null;
      return true;
    } catch (error) {
      const seconds = Math.min((this.away?.seconds ?? 0.5) * 2, MAX_AWAY_SECONDS);
      if (!this.away) this.logger.warn(`the mail server is away: ${(cause ?? (error as Error)).message}`);
      this.away = { seconds, until: addSeconds(this.clock.now(), seconds) };
      return false;
    }
  }
}
