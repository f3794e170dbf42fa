import { Injectable } from '@nestjs/common';
import { ChargeInquiryService, type ChargeOutcome, QuestionPaceService } from '@app/charges';
import { type RequestContext, Commands } from '@app/write-path';
import { notFound } from '@app/kernel';
import { RecordCharge } from '../commands/record-charge';
import { ReportDeposit } from '../commands/report-deposit';
import { creditView } from '../deposit.view';
import type { Deposit } from '../deposit.aggregate';
import { DepositRepository } from '../deposit.repository';

interface Asked {
  reference: string;
  outcome: ChargeOutcome;
}

/** Asks the gateway about a charge of the caller's deposit and credits what it confirms. */
@Injectable()
export class VerifyDeposit {
  constructor(
    private readonly commands: Commands,
    private readonly deposits: DepositRepository,
    private readonly inquiry: ChargeInquiryService,
    private readonly pace: QuestionPaceService,
  ) {}

  /** Without `transactionId` the current charge is asked after, which also settles one whose answer was lost. */
  verify(context: RequestContext, ownerId: string, txRef: string, transactionId?: string) {
    return this.commands.flow(context, {
      // What the gateway would say of a charge that is not credited cannot be known: the deposit as it stands.
      foresee: async () => {
        const deposit = await this.deposits.ofOwner(ownerId, txRef);
        if (deposit.method !== 'checkout' && transactionId && !deposit.mayHaveTransaction(transactionId))
          throw notFound('Transaction');
        return { command: new ReportDeposit(deposit.id), present: creditView };
      },
      run: async (claimed) => {
        const deposit = await this.deposits.ofOwner(ownerId, txRef);
        await this.settle(deposit, transactionId);
        return this.commands.answer(claimed, new ReportDeposit(deposit.id), creditView);
      },
    });
  }

  /** Asks and records once for all who wait, because their records would only get into each other's way. */
  private async settle(deposit: Deposit, transactionId: string | undefined): Promise<void> {
    const question = this.questionOf(deposit, transactionId);
    if (!question) return;
    await this.pace.ask(`deposit ${deposit.id}`, transactionId ?? deposit.reference, async () => {
      const { reference, outcome } = await question();
      await this.commands.execute(new RecordCharge(deposit.id, reference, outcome));
    });
  }

  /** Null: there is nothing to ask about. */
  private questionOf(deposit: Deposit, transactionId: string | undefined): (() => Promise<Asked>) | null {
    if (deposit.method === 'checkout') return null;
    if (transactionId) {
      if (deposit.creditedTransactions.includes(transactionId)) return null;
      // All its charges are credited, or it has none.
      if (!deposit.mayHaveTransaction(transactionId)) throw notFound('Transaction');
      return async () => {
        const found = await this.inquiry.byTransaction('live', transactionId);
        // The answer is the same for another deposit's transaction and for none at all.
        if (!found || !deposit.hasCharged(found.reference)) throw notFound('Transaction');
        return found;
      };
    }
    if (!deposit.isOpen) return null;
    const { reference } = deposit;
    return async () => ({ reference, outcome: await this.inquiry.answered({ mode: 'live', reference }) });
  }
}
