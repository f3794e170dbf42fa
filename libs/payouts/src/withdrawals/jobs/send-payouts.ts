import { Inject, Injectable } from '@nestjs/common';
import { GATEWAY_CONCURRENCY } from '@app/charges';
import { LOGGER } from '@app/http';
import { Clock } from '@app/kernel';
import { type DueList, eachDue, Scheduled } from '@app/queue';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { DispatchWithdrawal } from '../flows/dispatch-withdrawal';
import { PayoutLanesStore } from '../payout-lanes.store';
import { WithdrawalRepository } from '../withdrawal.repository';
import { WITHDRAWAL_METHODS } from '../withdrawal.states';

const pausedProviders = new Gauge({
  name: 'payout_providers_paused',
  help: 'Providers that no withdrawals are sent to now; target 0',
});

/** Sends what is due and asks about what was sent. Any number may run at once: each withdrawal is claimed first. */
@Injectable()
@Scheduled({ every: '5s', name: 'send payouts' })
export class SendPayouts {
  constructor(
    private readonly withdrawals: WithdrawalRepository,
    private readonly flow: DispatchWithdrawal,
    private readonly lanes: PayoutLanesStore,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns how many were worked on. The methods do not wait for each other. */
  async run(): Promise<number> {
    const now = this.clock.now();
    const counts = await Promise.all(
      WITHDRAWAL_METHODS.map((method) => {
        const list: DueList = {
          due: (limit, upTo) => this.withdrawals.due(method, upTo, limit),
          work: (id) => this.flow.dispatch(id),
          concurrency: GATEWAY_CONCURRENCY,
        };
        return eachDue(list, now, this.log);
      }),
    );
    pausedProviders.set(await this.lanes.countPaused());
    return counts.reduce((sum, count) => sum + count, 0);
  }
}
