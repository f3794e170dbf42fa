import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '@app/kernel';
import { declinedBecause } from './simulated-charge';
import { SimulatedCharges } from './simulated-charges.store';
import { SimulatorSettings } from '../simulator-settings.service';
import { Settlement } from './charge-settlement.service';

/** Fails charges whose buyer never came back, as a bank does; nobody then waits for them for ever. */
@Injectable()
export class AbandonedCharges implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('GatewaySimulator');
  private poll: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly charges: SimulatedCharges,
    private readonly outcomes: Settlement,
    private readonly settings: SimulatorSettings,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.poll = setInterval(() => {
      this.running ??= this.failAbandoned().finally(() => (this.running = undefined));
    }, this.settings.pollMs).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.poll);
    await this.running;
  }

  private async failAbandoned(): Promise<void> {
    const since = new Date(this.clock.now().getTime() - this.settings.pendingMinutes * 60_000);
    try {
      for (const charge of await this.charges.abandonedSince(since)) {
        await this.outcomes.conclude(
          charge,
          declinedBecause('The cardholder did not finish the authentication'),
        );
      }
    } catch (error) {
      this.logger.warn(`abandoned charges wait: ${(error as Error).message}`);
    }
  }
}
