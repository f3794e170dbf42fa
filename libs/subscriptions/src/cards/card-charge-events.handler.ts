import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type GatewayEvent,
  type GatewayEventHandler,
  GatewayEventsService,
  PaymentGatewaysService,
} from '@app/charges';
import { CardChargeReferencesService } from './card-charge-references.service';
import { CardChargeRepository } from './card-charge.repository';
import { CollectCardCharge } from './flows/collect-card-charge';

/** The payment company's events about charges of saved cards: a reason to ask, nothing more. */
@Injectable()
export class CardChargeEvents implements GatewayEventHandler, OnModuleInit {
  constructor(
    private readonly events: GatewayEventsService,
    private readonly references: CardChargeReferencesService,
    private readonly charges: CardChargeRepository,
    private readonly flow: CollectCardCharge,
    private readonly gateways: PaymentGatewaysService,
  ) {}

  onModuleInit(): void {
    this.events.register(this);
  }

  knows(reference: string): boolean {
    return this.references.isOne(reference);
  }

  async handle({ reference }: GatewayEvent): Promise<void> {
    const charge = await this.charges.byReference(reference);
    if (!charge || !this.gateways.serves(charge.mode)) return;
    // A charge that was not sent is not the one that this event is about.
    if (charge.status === 'sent' || charge.status === 'failed') await this.flow.ask(charge);
  }
}
