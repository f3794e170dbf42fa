import { Injectable } from '@nestjs/common';
import type { RefundRail } from './refund-rail.port';

/** The rail of refunds to accounts. Its module registers it at start. */
@Injectable()
export class RefundRailsService {
  private registered: RefundRail | null = null;

  register(rail: RefundRail): void {
    this.registered = rail;
  }

  get rail(): RefundRail {
    if (!this.registered) throw new Error('this app pays no refunds to accounts');
    return this.registered;
  }
}
