import {
  type GatewayEvent,
  type GatewayEventHandler,
  GatewayEventsService,
  PaymentGatewaysService,
} from '@app/charges';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CheckoutAttemptRepository, isCheckoutReference } from './checkout-attempt.repository';
import { SettleAttempt } from './flows/settle-attempt';

/** The gateway's events about checkout's charges: a reason to ask, nothing more. */
@Injectable()
export class CheckoutEvents implements GatewayEventHandler, OnModuleInit {
  constructor(
    private readonly events: GatewayEventsService,
    private readonly attempts: CheckoutAttemptRepository,
    private readonly settle: SettleAttempt,
    private readonly gateways: PaymentGatewaysService,
  ) {}

  onModuleInit(): void {
    this.events.register(this);
  }

  knows(reference: string): boolean {
    return isCheckoutReference(reference);
  }

  async handle({ reference, transactionId }: GatewayEvent): Promise<void> {
    const attempt = await this.attempts.byReference(reference);
    // The sandbox's company has nothing to say about live payments, nor the live one about tests.
    if (attempt && this.gateways.serves(attempt.mode))
      await this.settle.settle(attempt.id, false, transactionId);
  }
}
