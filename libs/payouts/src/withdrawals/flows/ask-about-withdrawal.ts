import { Injectable } from '@nestjs/common';
import { DispatchWithdrawal } from './dispatch-withdrawal';
import { WithdrawalRepository } from '../withdrawal.repository';
import { Commands } from '@app/write-path';
import { ReportPayout } from '../commands/report-payout';

/** Asks the provider about a withdrawal before finance decides about it. */
@Injectable()
export class AskAboutWithdrawal {
  constructor(
    private readonly withdrawals: WithdrawalRepository,
    private readonly commands: Commands,
    private readonly flow: DispatchWithdrawal,
  ) {}

  /** Returns when the answer, or that there was none, is recorded. Unknown ids are ignored. */
  async ask(uuid: string): Promise<void> {
    const withdrawal = await this.withdrawals.findOneBy({ id: uuid });
    if (!withdrawal || withdrawal.isEnded) return;
    if (await this.commands.execute(new ReportPayout(uuid, 'finance'))) await this.flow.dispatch(uuid);
  }
}
