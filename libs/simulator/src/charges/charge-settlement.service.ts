import { Injectable } from '@nestjs/common';
import { EventDispatcherService } from './event-dispatcher.service';
import { FailuresService } from '../failures/failures.service';
import { declinedFor, type SimulatedCharge, type Verdict } from './simulated-charge';
import { isPaidTwice, SimulatedChargesStore } from './simulated-charges.store';
import { type SimulatedAccount, SimulatedAccountsStore } from './simulated-accounts.store';
import { SimulatorSettingsService } from '../common/simulator-settings.service';

const ONE_MAJOR_UNIT = 100n;

/** Ends a charge and records its event, exactly once even with concurrent callers. */
@Injectable()
export class ChargeSettlementService {
  constructor(
    private readonly charges: SimulatedChargesStore,
    private readonly accounts: SimulatedAccountsStore,
    private readonly failures: FailuresService,
    private readonly events: EventDispatcherService,
    private readonly settings: SimulatorSettingsService,
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
    events: Parameters<SimulatedChargesStore['settle']>[2],
  ) {
    try {
      return await this.charges.settle(charge.id, verdict, events);
    } catch (error) {
      if (!isPaidTwice(error)) throw error;
      return this.charges.settle(charge.id, declinedFor('This reference is already paid'), events);
    }
  }
}
