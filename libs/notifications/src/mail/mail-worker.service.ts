import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { OutboxRelay } from '@app/write-path';
import { addSeconds, Clock } from '@app/kernel';
import { Coalesced, WorkQueue } from '@app/queue';
import { SMTP_CONNECTIONS } from './smtp-mailer.adapter';
import { mailAttempts, recordBacklog } from './mail-metrics';
import { MailComposer } from './mail-composer.service';
import { type DueMail, MailQueue } from './mail-queue.service';
import { Mailer, MailFailure } from './mailer.port';

const SWEEP_MS = 2000;
const MEASURE_MS = 15_000;
/** How long mails that are being sent may take to end when the process stops. */
const SHUTDOWN_TIMEOUT_MS = 5000;
const MAX_AWAY_SECONDS = 60;

/**
 * Sends due mails: after each relayed batch, when a try ends, and every two seconds. While the server is not
 * reachable, nothing is claimed; it is checked again after 1, 2, 4 … 60 seconds.
 */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Mail');
  private readonly claiming = new Coalesced(() => this.startDue());
  private readonly sending = new Set<Promise<void>>();
  private readonly timers: NodeJS.Timeout[] = [];
  private away: { seconds: number; until: Date } | null = null;
  private stopped = false;

  constructor(
    private readonly mails: MailQueue,
    private readonly composer: MailComposer,
    private readonly mailer: Mailer,
    private readonly queue: WorkQueue,
    private readonly relay: OutboxRelay,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.queue.process('mail', 1, () => this.wake());
    this.relay.onRelayed(() => this.queue.add('mail', 'wake'));
    this.every(SWEEP_MS, () => this.wake());
    void this.measure();
    this.every(MEASURE_MS, () => this.measure());
  }

  async onModuleDestroy(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.stopped = true;
    await this.claiming.settled();
    const ended = Promise.all(this.sending);
    await Promise.race([ended, pause(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]);
    this.mailer.close();
    await ended;
  }

  /** Sends until no mail is due and each try has ended. */
  async drain(): Promise<void> {
    do {
      await Promise.all(this.sending);
      await this.claiming.run();
    } while (this.sending.size > 0);
  }

  /** Updates the metrics of the backlog. */
  async measure(): Promise<void> {
    try {
      recordBacklog(await this.mails.backlog(), this.clock.now());
    } catch (error) {
      this.logger.warn(`not measured: ${(error as Error).message}`);
    }
  }

  private every(ms: number, work: () => Promise<void>): void {
    this.timers.push(setInterval(() => void work(), ms).unref());
  }

  private async wake(): Promise<void> {
    try {
      await this.claiming.run();
    } catch (error) {
      this.logger.warn(`mails wait: ${(error as Error).message}`);
    }
  }

  private async startDue(): Promise<void> {
    while (!this.stopped && (await this.isServerThere())) {
      const room = SMTP_CONNECTIONS - this.sending.size;
      const claimed = room > 0 ? await this.mails.claim(room) : [];
      if (claimed.length === 0) return;
      for (const mail of claimed) this.start(mail);
    }
  }

  private start(mail: DueMail): void {
    const sent = this.send(mail).finally(() => {
      this.sending.delete(sent);
      void this.wake();
    });
    this.sending.add(sent);
  }

  private async send(mail: DueMail): Promise<void> {
    try {
      mailAttempts.inc({ outcome: await this.try(mail) });
    } catch (error) {
      // An error of our own: the claim expires, and the mail is sent again under the same id.
      this.logger.error(`mail ${mail.id} waits: ${(error as Error).message}`);
    }
  }

  private async try(mail: DueMail): Promise<'sent' | 'due' | 'parked' | 'away'> {
    try {
      await this.mailer.send(this.composer.compose(mail));
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

  /** Whether mails may be claimed. A server that was not reachable is checked first, once its pause is over. */
  private async isServerThere(): Promise<boolean> {
    if (!this.away) return true;
    if (this.clock.now() < this.away.until) return false;
    return this.isReachable();
  }

  private async isReachable(cause?: Error): Promise<boolean> {
    // The stop aborted the connection: the mail is not the cause.
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
