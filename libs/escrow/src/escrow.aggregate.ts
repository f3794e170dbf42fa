import { minorUnits } from '@app/database';
import { Aggregate, type Currency, type Mode, Money } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { EscrowFunded } from './escrow.events';
import { type EscrowStatus, escrowStates } from './escrow.states';

const nullable = { nullable: true };

/** Money held back from its beneficiary until the initiator lets it go, or staff decide. */
@Entity('escrows')
export class Escrow extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column('text') mode: Mode;
  @Column('text') status: EscrowStatus;
  @Column('bytea', { name: 'token_hash' }) tokenHash: Buffer;
  /** Who paid; null where they have no account here. */
  @Column('uuid', { name: 'initiator_id', ...nullable }) initiatorId: string | null;
  @Column('text', { name: 'initiator_email', ...nullable }) initiatorEmail: string | null;
  @Column('text', { name: 'initiator_name', ...nullable }) initiatorName: string | null;
  @Column('uuid', { name: 'beneficiary_id' }) beneficiaryId: string;
  @Column('bigint', { name: 'amount_minor', transformer: minorUnits }) amountMinor: bigint;
  @Column('bigint', { name: 'fee_minor', transformer: minorUnits }) feeMinor: bigint;
  @Column('text') currency: Currency;
  /** The locked account that stands for it in the books; null in test mode, which locks nothing. */
  @Column('uuid', { name: 'hold_account_id', ...nullable }) holdAccountId: string | null;
  /** What stands on that account while the escrow is open. */
  @Column('bigint', { name: 'held_minor', transformer: minorUnits }) heldMinor: bigint;
  @Column('text', nullable) description: string | null;
  @Column('text', nullable) condition: string | null;
  /** Passing it moves no money. */
  @Column('timestamptz', { name: 'deadline_at', ...nullable }) deadlineAt: Date | null;
  /** `cs_…`, where a checkout session was paid into it. */
  @Column('text', { name: 'checkout_session_id', ...nullable }) checkoutSessionId: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'funded_at' }) fundedAt: Date;
  @Column('timestamptz', { name: 'released_at', ...nullable }) releasedAt: Date | null;
  @Column('timestamptz', { name: 'refunded_at', ...nullable }) refundedAt: Date | null;
  @Column('int') override version = 0;

  /** Opens an escrow whose money is there. `names` are the parties' public names, for those who are told. */
  static fund(
    given: Pick<
      Escrow,
      | 'id'
      | 'mode'
      | 'tokenHash'
      | 'initiatorId'
      | 'initiatorEmail'
      | 'initiatorName'
      | 'beneficiaryId'
      | 'holdAccountId'
      | 'description'
      | 'condition'
      | 'deadlineAt'
      | 'checkoutSessionId'
    > & { amount: Money; fee: Money; held: Money },
    names: { initiator: string | null; beneficiary: string },
    now: Date,
  ): Escrow {
    const { amount, fee, held, ...terms } = given;
    const escrow = Object.assign(new Escrow(), terms, {
      status: escrowStates.initial,
      amountMinor: amount.minor,
      feeMinor: fee.minor,
      heldMinor: held.minor,
      currency: amount.currency,
      createdAt: now,
      fundedAt: now,
      releasedAt: null,
      refundedAt: null,
    });
    escrow.record(
      new EscrowFunded(escrow.id, escrow.beneficiaryId, escrow.mode, {
        ...{ uuid: escrow.id, status: 'funded', amount, fee, ...names },
        description: escrow.description,
        condition: escrow.condition,
        deadlineAt: escrow.deadlineAt?.toISOString() ?? null,
        initiatorId: escrow.initiatorId,
        beneficiaryId: escrow.beneficiaryId,
        checkoutSessionId: escrow.checkoutSessionId,
        isTest: escrow.mode === 'test',
      }),
    );
    return escrow;
  }
}
