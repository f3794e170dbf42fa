import { Injectable } from '@nestjs/common';
import { ChargeInquiryService, type UnknownCharges } from '@app/charges';
import { Commands } from '@app/write-path';
import { RecordCharge } from '../commands/record-charge';
import type { Deposit } from '../deposit.aggregate';
import { DepositRepository } from '../deposit.repository';

/** Asks the gateway about a charge of a deposit and writes the answer down. */
@Injectable()
export class SettleDeposit implements UnknownCharges {
  constructor(
    private readonly commands: Commands,
    private readonly deposits: DepositRepository,
    private readonly inquiry: ChargeInquiryService,
  ) {}

  due(now: Date, limit: number): Promise<string[]> {
    return this.deposits.due(now, limit);
  }

  async resolve(id: string): Promise<boolean> {
    const { reference } = await this.deposits.byId(id);
    const outcome = await this.inquiry.about({ mode: 'live', reference });
    return !(await this.commands.execute(new RecordCharge(id, reference, outcome))).isOpen;
  }

  /** For an event of the gateway; throws GATEWAY_ERROR where it does not answer, so that it sends the event again. */
  async settle({ id }: Deposit, reference: string): Promise<void> {
    const outcome = await this.inquiry.answered({ mode: 'live', reference });
    await this.commands.execute(new RecordCharge(id, reference, outcome));
  }
}
