import { Injectable } from '@nestjs/common';
import type { SessionOrigin } from '../checkout.states';
import type { PaidFor } from './paid-for.port';

/** By origin, what is told that a session was paid. Each module registers its own origin when it is made. */
@Injectable()
export class PaidForRegistry {
  private readonly byOrigin = new Map<SessionOrigin, PaidFor>();

  register(origin: Exclude<SessionOrigin, 'api'>, paidFor: PaidFor): void {
    this.byOrigin.set(origin, paidFor);
  }

  of(origin: SessionOrigin): PaidFor {
    const found = this.byOrigin.get(origin);
    if (!found) throw new Error(`this app completes no sessions of ${origin}`);
    return found;
  }
}
