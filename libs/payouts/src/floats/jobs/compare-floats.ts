import { Inject, Injectable } from '@nestjs/common';
import { GatewayOutcomeUnknown } from '@app/charges';
import { LOGGER } from '@app/http';
import { addSeconds, Clock, type Money } from '@app/kernel';
import { Scheduled } from '@app/queue';
import { Commands } from '@app/write-path';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { PayoutRoutes } from '../../providers/payout-provider.port';
import { RecordComparison } from '../commands/record-comparison';
import { differenceOf } from '../float-comparison.policy';
import { type FloatTraffic, FloatsQueries } from '../floats.queries';

const DAY_SECONDS = 24 * 3600;

const differences = new Gauge({
  name: 'payout_float_difference',
  help: 'What a provider has more (or less, below zero) than the books allow, in major units; target 0',
  labelNames: ['method', 'currency'],
});

/** Compares each float with the balance that its provider reports, once a day. */
@Injectable()
@Scheduled({ every: '24h', name: 'compare payout floats' })
export class CompareFloats {
  constructor(
    private readonly floats: FloatsQueries,
    private readonly routes: PayoutRoutes,
    private readonly commands: Commands,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns how many floats do not agree or are low. */
  async run(): Promise<number> {
    let found = 0;
    for (const traffic of await this.floats.traffic(addSeconds(this.clock.now(), -DAY_SECONDS))) {
      const reported = await this.balanceAt(traffic);
      if (reported && (await this.compare(traffic, reported))) found += 1;
    }
    return found;
  }

  private async compare(
    { method, currency, underWay, lastDay }: FloatTraffic,
    reported: Money,
  ): Promise<boolean> {
    const booked = await this.floats.booked(method, currency);
    const difference = differenceOf({ booked, underWay, reported });
    const isLow = reported.compare(lastDay) < 0;
    differences.set({ method, currency }, difference.toJsonNumber());
    await this.commands.execute(new RecordComparison({ method, booked, reported, difference, isLow }));
    if (difference.isZero && !isLow) return false;
    const facts = { method, currency, booked: booked.text, reported: reported.text };
    this.log.error({ ...facts, difference: difference.text }, 'a payout float needs attention');
    return true;
  }

  /** Null where the provider is not configured, does not answer or does not say. */
  private async balanceAt({ provider, currency }: FloatTraffic): Promise<Money | null> {
    try {
      return (await this.routes.named(provider)?.balance(currency)) ?? null;
    } catch (error) {
      if (error instanceof GatewayOutcomeUnknown) return null;
      throw error;
    }
  }
}
