import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type GatewayEvent, type GatewayEventHandler, GatewayEventsService } from '@app/charges';
import type { HostName } from '@app/config';
import { HOST } from '@app/http';
import { CollectInflows } from './flows/collect-inflows';
import { ownerOfReference, VirtualAccountsStore } from './virtual-accounts.store';

/** The gateway's events about transfers to account numbers. */
@Injectable()
export class VirtualAccountEvents implements GatewayEventHandler, OnModuleInit {
  constructor(
    private readonly events: GatewayEventsService,
    private readonly accounts: VirtualAccountsStore,
    private readonly inflows: CollectInflows,
    @Inject(HOST) private readonly host: HostName,
  ) {}

  onModuleInit(): void {
    // What the test company of the sandbox says must never reach a wallet.
    if (this.host !== 'sandbox') this.events.register(this);
  }

  knows(reference: string): boolean {
    return ownerOfReference(reference) !== null;
  }

  async handle({ reference, transactionId }: GatewayEvent): Promise<void> {
    const ownerId = ownerOfReference(reference)!;
    if (transactionId === null || !(await this.accounts.isKnown(ownerId))) return;
    await this.inflows.collect(ownerId, transactionId);
  }
}
