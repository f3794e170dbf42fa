import { Injectable } from '@nestjs/common';
import { EventDispatcher } from '../events/event-dispatcher.service';
import { Faults } from '../failures/failures.service';
import { declinedBecause, type SimulatedCharge, type Verdict } from './simulated-charge';
import { isPaidTwice, SimulatedCharges } from './simulated-charges.store';
import { type SimulatedAccount, SimulatedAccounts } from './simulated-accounts.store';
import { SimulatorSettings } from '../simulator-settings.service';

const ONE_MAJOR_UNIT = 100n;

/** The one way a charge ends: recorded with its event, once, whoever else tries. */
@Injectable()
export class Settlement {
  constructor(
    private readonly charges: SimulatedCharges,
    private readonly accounts: SimulatedAccounts,
    private readonly faults: Faults,
    private readonly events: EventDispatcher,
    private readonly settings: SimulatorSettings,
  ) {}

  /** The charge as it stands afterwards: ended by this verdict, or by an earlier one. */
  async conclude(charge: SimulatedCharge, verdict: Verdict): Promise<SimulatedCharge> {
    const struck = await this.faults.strike(charge.mode, 'settle');
    const settled = await this.settle(charge, verdict, {
      copies: struck.has('duplicate-event') ? 2 : 1,
      delayMs: this.settings.eventDelayMs,
      withholdMinor: struck.has('amount-mismatch') ? ONE_MAJOR_UNIT : 0n,
    });
    if (!settled) return (await this.charges.byId(charge.mode, charge.id)) ?? charge;
    if (struck.has('event-before-answer')) await this.events.deliverFor(settled.id);
    else this.events.wake();
    return settled;
  }

  /** A transfer arrives on an account number: as many as come, also after its time. */
  async receive(account: SimulatedAccount, amountMinor: bigint): Promise<SimulatedCharge> {
    const struck = await this.faults.strike(account.mode, 'settle');
    const received = await this.accounts.receive(account, amountMinor, {
      copies: struck.has('duplicate-event') ? 2 : 1,
      delayMs: this.settings.eventDelayMs,
    });
    if (struck.has('event-before-answer')) await this.events.deliverFor(received.id);
    else this.events.wake();
    return received;
  }

  private async settle(
    charge: SimulatedCharge,
    verdict: Verdict,
    events: Parameters<SimulatedCharges['settle']>[2],
  ) {
    try {
      return await this.charges.settle(charge.id, verdict, events);
    } catch (error) {
      if (!isPaidTwice(error)) throw error;
      return this.charges.settle(charge.id, declinedBecause('This reference is already paid'), events);
    }
  }
}
