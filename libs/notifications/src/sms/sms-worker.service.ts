import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { EmailTokensService } from '@app/accounts';
import { Config } from '@app/config';
import { OutboxRelay } from '@app/write-path';
import { Clock } from '@app/kernel';
import { type DueSource, DueWorker, WorkQueue } from '@app/queue';
import { Counter } from 'prom-client';
import { fill, textsIn } from '../locales/texts';
import { type DueSms, SmsQueueService } from './sms-queue.service';
import { SmsFailure, SmsSender } from './sms-sender.port';

const SWEEP_MS = 2000;
const CONCURRENCY = 4;

/** By outcome: sent, due (tried again later), failed (given up). */
const smsAttempts = new Counter({
  name: 'sms_attempts_total',
  help: 'Text messages tried, by outcome',
  labelNames: ['outcome'],
});

/** Sends due text messages: after each relayed batch, when an attempt ends, and every two seconds. */
@Injectable()
export class SmsWorkerService implements DueSource<DueSms>, OnApplicationBootstrap, OnModuleDestroy {
  readonly limits = { concurrency: CONCURRENCY };
  private readonly logger = new Logger('Sms');
  private readonly worker: DueWorker<DueSms>;
  private readonly brand: string;

  constructor(
    private readonly messages: SmsQueueService,
    private readonly sender: SmsSender,
    private readonly codes: EmailTokensService,
    queue: WorkQueue,
    relay: OutboxRelay,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.brand = config.platformName;
    this.worker = new DueWorker(this, {
      clock,
      sweepMs: SWEEP_MS,
      logger: this.logger,
      what: 'sms',
      wokenBy: { name: 'sms', queue, relay },
    });
  }

  onApplicationBootstrap(): void {
    this.worker.onApplicationBootstrap();
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker.onModuleDestroy();
    await this.sender.close();
  }

  /** Sends until no message is due and each attempt has ended. */
  drain(): Promise<void> {
    return this.worker.drain();
  }

  claim(room: number, upTo: Date): Promise<DueSms[]> {
    return this.messages.claim(room, upTo);
  }

  /** Sends one message. If this process ends meanwhile, the claim expires and the message is sent again. */
  async work(sms: DueSms): Promise<void> {
    smsAttempts.inc({ outcome: await this.try(sms) });
  }

  async release(messages: readonly DueSms[]): Promise<void> {
    for (const sms of messages) await this.messages.release(sms);
  }

  private async try(due: DueSms): Promise<'sent' | 'due' | 'failed'> {
    const { id, phone, codeId, language, expiresAt } = due;
    // The code exists in the message only.
    const values = { brand: this.brand, code: this.codes.phoneCodeOf(codeId) };
    const text = fill(textsIn(language).sms.phone_code, values);
    const validSeconds = (expiresAt.getTime() - this.clock.now().getTime()) / 1000;
    try {
      await this.messages.sent(due, await this.sender.send({ id, to: phone, text, validSeconds }));
      return 'sent';
    } catch (error) {
      const isFinal = error instanceof SmsFailure && error.kind === 'refused';
      const reason = (error as Error).message;
      const outcome = await this.messages.failed(due, reason, isFinal);
      if (outcome === 'failed') this.logger.warn(`text message ${id} was given up: ${reason}`);
      return outcome;
    }
  }
}
