import { Inject, Injectable } from '@nestjs/common';
import {
  ChargebackSource,
  GatewayOutcomeUnknown,
  GatewayRejected,
  PaymentGatewaysService,
  type ReportedChargeback,
} from '@app/charges';
import { LOGGER } from '@app/http';
import { addSeconds, Clock, DomainError } from '@app/kernel';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { ChargebackReadsStore } from '../chargeback-reads.store';
import { RecordChargeback } from '../commands/record-chargeback';
import { RecordReading } from '../commands/record-reading';

const DAY_SECONDS = 24 * 3600;
/** Read again each time, so that what the company lists late is not missed. */
const OVERLAP_DAYS = 3;
/** Banks of payers have about so long. */
const FIRST_DAYS = 120;
/** Starts over where the balance falls, or is frozen, between reading it and taking from it. */
const ATTEMPTS = 5;
const BALANCE_CHANGED = ['INSUFFICIENT_FUNDS', 'FORBIDDEN'];

/** Reads the chargebacks of the company that collects live card payments. */
@Injectable()
export class ReadChargebacks {
  private readonly gateway: string;

  constructor(
    private readonly commands: Commands,
    private readonly source: ChargebackSource,
    private readonly reads: ChargebackReadsStore,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
    gateways: PaymentGatewaysService,
  ) {
    this.gateway = gateways.gatewayOf('live').name;
  }

  /**
   * Those that were raised since the last reading, however long ago that was. Returns their number; zero where the company
   * does not answer. One that cannot be recorded keeps the others from nothing, and is read again.
   */
  async readNew(): Promise<number> {
    const now = this.clock.now();
    const readAt = await this.reads.readAt(this.gateway);
    const since = readAt
      ? addSeconds(readAt, -OVERLAP_DAYS * DAY_SECONDS)
      : addSeconds(now, -FIRST_DAYS * DAY_SECONDS);
    const reading = await this.ask(() => this.source.since(since));
    if (!reading) return 0;
    const { chargebacks, unreadable } = reading;
    const recorded = [];
    for (const report of chargebacks) recorded.push(await this.record(report));
    if (unreadable > 0) this.log.error({ unreadable }, 'chargebacks of the company could not be read');
    else if (recorded.every(Boolean)) await this.commands.execute(new RecordReading(this.gateway, now));
    return chargebacks.length;
  }

  /** What became of one chargeback. */
  async readOne(providerId: string): Promise<boolean> {
    const report = await this.ask(() => this.source.byId(providerId));
    return report ? this.record(report) : false;
  }

  private async ask<T>(question: () => Promise<T>): Promise<T | null> {
    try {
      return await question();
    } catch (err) {
      if (!(err instanceof GatewayOutcomeUnknown) && !(err instanceof GatewayRejected)) throw err;
      this.log.warn({ err }, 'the company does not name its chargebacks');
      return null;
    }
  }

  private async record(report: ReportedChargeback): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.commands.execute(new RecordChargeback(this.gateway, report));
        return true;
      } catch (err) {
        const hasChanged = err instanceof DomainError && BALANCE_CHANGED.includes(err.code);
        if (hasChanged && attempt < ATTEMPTS) continue;
        this.log.error({ err, providerId: report.id }, 'a chargeback could not be recorded');
        return false;
      }
    }
  }
}
