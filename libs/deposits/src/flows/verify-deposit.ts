import { Injectable } from '@nestjs/common';
import { type Answer, type RequestContext, Commands } from '@app/write-path';
import { notFound } from '@app/kernel';
import type { GatewayTransaction } from '@app/charges';
import { SettleDeposit } from '../commands/settle-deposit';
import { creditView } from '../deposit.view';
import type { Deposit } from '../deposit.aggregate';
import { Deposits } from '../deposit.repository';
import { GatewayInquiry } from '../gateway-inquiry.service';

/** Asks the gateway about a charge of the caller's deposit and credits what it confirms. */
@Injectable()
export class VerifyDeposit {
  constructor(
    private readonly commands: Commands,
    private readonly deposits: Deposits,
    private readonly inquiry: GatewayInquiry,
  ) {}

  /** Without `transactionId` the current charge is asked after, which also settles one whose answer was lost. */
  verify(context: RequestContext, ownerId: string, txRef: string, transactionId?: string): Promise<Answer> {
    return this.commands.flow(context, {
      // What the gateway would say of a charge that is not credited cannot be known: the deposit as it stands.
      foresee: async () => {
        const deposit = await this.deposits.ofOwner(ownerId, txRef);
        if (deposit.method !== 'checkout' && transactionId && !deposit.mayHaveTransaction(transactionId))
          throw notFound('Transaction');
        return { command: new SettleDeposit(deposit.id, null), present: creditView };
      },
      run: async (claimed) => {
        const deposit = await this.deposits.ofOwner(ownerId, txRef);
        const transaction = await this.ask(deposit, transactionId);
        return this.commands.answer(claimed, new SettleDeposit(deposit.id, transaction), creditView);
      },
    });
  }

  private async ask(deposit: Deposit, transactionId: string | undefined): Promise<GatewayTransaction | null> {
    if (deposit.method === 'checkout') return null;
    if (!transactionId) return deposit.isOpen ? this.inquiry.byReference(deposit.reference) : null;
    const transaction = await this.inquiry.byId(transactionId);
    // Another deposit's transaction, or none at all: the two are never told apart.
    if (!transaction || !deposit.hasCharged(transaction.txRef)) throw notFound('Transaction');
    return transaction;
  }
}
