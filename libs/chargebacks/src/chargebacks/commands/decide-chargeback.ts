import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UserDirectoryQueries } from '@app/accounts';
import { PaymentPartiesQueries } from '@app/checkout';
import { EscrowChargebacksService } from '@app/escrow';
import type { UserCaller } from '@app/http';
import { Clock } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import type { Chargeback } from '../chargeback.aggregate';
import { ChargebackAnswersService } from '../chargeback-answers.service';
import { chargebackEnded } from '../chargeback.errors';
import { ChargebackRepository } from '../chargeback.repository';
import { ChargedPaymentsQueries } from '../charged-payments.queries';
import type { ChargebackDecision } from '../chargeback.states';

export type StaffDecision =
  /** The answer to the company, for the owner. */
  | { action: 'answer'; decision: ChargebackDecision; comment: string | null }
  /** The company has decided it, and its API does not say so. */
  | { action: 'settle'; outcome: 'won' | 'lost' }
  /** What is owed is given up. */
  | { action: 'write-off' };

/** What staff decide about a live chargeback. */
export class DecideChargeback extends Command<Chargeback> {
  constructor(
    readonly caller: UserCaller,
    readonly chargebackId: string,
    readonly decision: StaffDecision,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(DecideChargeback)
export class DecideChargebackHandler implements ICommandHandler<DecideChargeback> {
  constructor(
    private readonly chargebacks: ChargebackRepository,
    private readonly answers: ChargebackAnswersService,
    private readonly escrows: EscrowChargebacksService,
    private readonly parties: PaymentPartiesQueries,
    private readonly payments: ChargedPaymentsQueries,
    private readonly directory: UserDirectoryQueries,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** FORBIDDEN where the caller is the owner, the payer, or a party of the payment's escrow. */
  async execute({ caller, chargebackId, decision, reason }: DecideChargeback): Promise<Chargeback> {
    const chargeback = await this.chargebacks.byChargebackId(chargebackId, 'live');
    const { ownerId, paymentId } = chargeback;
    const payers = [
      ...(await this.parties.partiesOf(paymentId)),
      ...(await this.payments.customersOf(paymentId)),
    ];
    const parties = new Set([ownerId, ...payers]);
    for (const party of parties)
      await this.directory.assertOfAnotherPerson(caller, party, 'decide a chargeback');
    const before = { status: chargeback.status, owed: chargeback.owed.text };
    await this.apply(chargeback, decision);
    const { status, owed, claimed } = chargeback;
    this.unit.audit({
      subject: chargebackId,
      before,
      after: { status, owed: owed.text, amount: claimed.text, currency: claimed.currency },
      reason,
    });
    return chargeback;
  }

  private async apply(chargeback: Chargeback, given: StaffDecision): Promise<void> {
    const now = this.clock.now();
    if (given.action === 'answer') {
      const { decision, comment } = given;
      return this.answers.answer(chargeback, { decision, comment, fileIds: [] }, now);
    }
    if (given.action === 'write-off') chargeback.writeOff();
    else if (!chargeback.isOpen) throw chargebackEnded(chargeback.status);
    else if (given.outcome === 'won') chargeback.win(now);
    else {
      if (chargeback.escrowId !== null) await this.escrows.takeBack(chargeback.escrowId, now);
      chargeback.lose(now);
    }
    this.chargebacks.save(chargeback);
  }
}
