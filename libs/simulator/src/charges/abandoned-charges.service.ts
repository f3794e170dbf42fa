import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '@app/kernel';
import { Sweeper } from '@app/queue';
import { declinedFor } from './simulated-charge';
import { SimulatedChargesStore } from './simulated-charges.store';
import { SimulatorSettingsService } from '../common/simulator-settings.service';
import { ChargeSettlementService } from './charge-settlement.service';

/** Fails charges whose buyer did not return, as a bank does, so that they do not stay pending. */
@Injectable()
export class AbandonedChargesService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeper: Sweeper;

  constructor(
    private readonly charges: SimulatedChargesStore,
    private readonly outcomes: ChargeSettlementService,
    private readonly settings: SimulatorSettingsService,
    private readonly clock: Clock,
  ) {
    this.sweeper = new Sweeper(() => this.failAbandoned(), {
      sweepMs: settings.pollMs,
      logger: new Logger('GatewaySimulator'),
      what: 'abandoned charge',
    });
  }

  onApplicationBootstrap(): void {
    this.sweeper.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweeper.stop();
  }

  private async failAbandoned(): Promise<void> {
    const since = new Date(this.clock.now().getTime() - this.settings.pendingMinutes * 60_000);
    for (const charge of await this.charges.abandonedSince(since)) {
      await this.outcomes.conclude(charge, declinedFor('The cardholder did not finish the authentication'));
    }
  }
}
