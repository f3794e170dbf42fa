import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { HostName } from '@app/config';
import { HOST } from '@app/http';
import { txRefOf } from './deposit.aggregate';
import { DepositRepository } from './deposit.repository';
import { type GatewayEvent, type GatewayEventHandler, GatewayEventsService } from '@app/charges';
import { SettleDeposit } from './flows/settle-deposit';

/** The gateway's events about charges of deposits. */
@Injectable()
export class DepositEvents implements GatewayEventHandler, OnModuleInit {
  constructor(
    private readonly events: GatewayEventsService,
    private readonly deposits: DepositRepository,
    private readonly settlement: SettleDeposit,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  onModuleInit(): void {
    // Deposits are live: what the test company of the sandbox says must never reach a wallet.
    if (this.host !== 'sandbox') this.events.register(this);
  }

  knows(reference: string): boolean {
    return txRefOf(reference) !== null;
  }

  async handle({ reference }: GatewayEvent): Promise<void> {
    const deposit = await this.deposits.byReference(reference);
    if (deposit?.hasCharged(reference)) await this.settlement.settle(deposit, reference);
  }
}
