import { Injectable } from '@nestjs/common';
import { ChargeInquiry, type ChargeOutcome, QuestionPace } from '@app/charges';
import { type Answer, type RequestContext, Commands } from '@app/write-path';
import { notFound } from '@app/kernel';
import { RecordCharge } from '../commands/record-charge';
import { ReportDeposit } from '../commands/report-deposit';
import { creditView } from '../deposit.view';
import type { Deposit } from '../deposit.aggregate';
import { Deposits } from '../deposit.repository';

/** Asks the gateway about a charge of the caller's deposit and credits what it confirms. */
@Injectable()
export class VerifyDeposit {
  constructor(
    private readonly commands: Commands,
    private readonly deposits: Deposits,
    private readonly inquiry: ChargeInquiry,
    private readonly pace: QuestionPace,
  ) {}

  /** Without `transactionId` the current charge is asked after, which also settles one whose answer was lost. */
  verify(context: RequestContext, ownerId: string, txRef: string, transactionId?: string): Promise<Answer> {
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
        const asked = await this.ask(deposit, transactionId);
        const command = asked
          ? new RecordCharge(deposit.id, asked.reference, asked.outcome)
          : new ReportDeposit(deposit.id);
        return this.commands.answer(claimed, command, creditView);
      },
    });
  }

  /** Null: there is nothing to ask about. */
  private async ask(
    deposit: Deposit,
    transactionId: string | undefined,
  ): Promise<{ reference: string; outcome: ChargeOutcome } | null> {
    if (deposit.method === 'checkout') return null;
    const subject = `deposit ${deposit.id}`;
    if (transactionId) {
      if (deposit.creditedTransactions.includes(transactionId)) return null;
      // A deposit without a charge that may be paid still has no further transaction.
      if (!deposit.mayHaveTransaction(transactionId)) throw notFound('Transaction');
      const ask = () => this.inquiry.byTransaction('live', transactionId);
      const found = await this.pace.ask(subject, transactionId, ask);
      // The answer is the same for another deposit's transaction and for none at all.
      if (!found || !deposit.hasCharged(found.reference)) throw notFound('Transaction');
      return found;
    }
    if (!deposit.isOpen) return null;
    const { reference } = deposit;
    const ask = () => this.inquiry.answered({ mode: 'live', reference });
    return { reference, outcome: await this.pace.ask(subject, reference, ask) };
  }
}
