import { Injectable } from '@nestjs/common';
import { EventDispatcher } from './event-dispatcher.service';
import { Failures } from '../failures/failures.service';
import { declinedFor, type SimulatedCharge, type Verdict } from './simulated-charge';
import { isPaidTwice, SimulatedCharges } from './simulated-charges.store';
import { type SimulatedAccount, SimulatedAccounts } from './simulated-accounts.store';
import { SimulatorSettings } from '../common/simulator-settings.service';

const ONE_MAJOR_UNIT = 100n;

/** Ends a charge and records its event, exactly once even with concurrent callers. */
@Injectable()
export class Settlement {
  constructor(
    private readonly charges: SimulatedCharges,
    private readonly accounts: SimulatedAccounts,
    private readonly failures: Failures,
    private readonly events: EventDispatcher,
    private readonly settings: SimulatorSettings,
  ) {}

  /** Returns the charge after this verdict, or as an earlier verdict left it. */
  async conclude(charge: SimulatedCharge, verdict: Verdict): Promise<SimulatedCharge> {
    const due = await this.failures.consume(charge.mode, 'settle');
    const settled = await this.settle(charge, verdict, {
      copies: due.has('duplicate-event') ? 2 : 1,
      delayMs: this.settings.eventDelayMs,
      withholdMinor: due.has('amount-mismatch') ? ONE_MAJOR_UNIT : 0n,
    });
    if (!settled) return (await this.charges.byId(charge.mode, charge.id)) ?? charge;
    if (due.has('event-before-answer')) await this.events.deliverFor(settled.id);
    else this.events.wake();
    return settled;
  }

  /** Records a transfer to an account number. An account accepts any number of transfers, also after its expiry. */
  async receive(account: SimulatedAccount, amountMinor: bigint): Promise<SimulatedCharge> {
    const due = await this.failures.consume(account.mode, 'settle');
    const received = await this.accounts.receive(account, amountMinor, {
      copies: due.has('duplicate-event') ? 2 : 1,
      delayMs: this.settings.eventDelayMs,
    });
    if (due.has('event-before-answer')) await this.events.deliverFor(received.id);
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
      return this.charges.settle(charge.id, declinedFor('This reference is already paid'), events);
    }
  }
}
