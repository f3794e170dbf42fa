import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type GatewayEvent, type GatewayEventHandler, GatewayEventsService } from '@app/charges';
import { BvnInquiryService } from '@app/kyc';

/** The shape of the company's references, which our own never have. */
const REFERENCE = /^FLW[0-9A-Za-z-]{8,96}$/;

/** The company's events about BVN verifications (`bvn.completed`). The company is asked for the result. */
@Injectable()
export class BvnEvents implements GatewayEventHandler, OnModuleInit {
  constructor(
    private readonly events: GatewayEventsService,
    private readonly inquiry: BvnInquiryService,
  ) {}

  onModuleInit(): void {
    this.events.register(this);
  }

  knows(reference: string): boolean {
    return REFERENCE.test(reference);
  }

  async handle({ reference }: GatewayEvent): Promise<void> {
    await this.inquiry.reported(reference);
  }
}
