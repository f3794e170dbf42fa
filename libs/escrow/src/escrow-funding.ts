import { Injectable } from '@nestjs/common';
import { UserDirectory } from '@app/accounts';
import { addSeconds, Clock, type Mode, type Money, notFound, uuidv7 } from '@app/kernel';
import { Escrow } from './escrow.aggregate';
import { EscrowTokens } from './escrow-tokens';
import { Escrows } from './escrows';

const DAY_SECONDS = 24 * 3600;

/** A checkout session whose payment is to be held. */
export interface HeldPayment {
  mode: Mode;
  /** `cs_…` */
  sessionId: string;
  merchantId: string;
  amount: Money;
  fee: Money;
  /** The merchant's locked account that the payment is booked on; null in test mode. */
  lockedAccountId: string | null;
  description: string | null;
  condition: string | null;
  deadlineDays: number | null;
  buyer: {
    /** Null where they paid without an account here. */
    ownerId: string | null;
    email: string | null;
    name: string | null;
  };
}

/** Opens the escrow of a paid checkout session, in the unit of work that books the payment. */
@Injectable()
export class EscrowFunding {
  constructor(
    private readonly escrows: Escrows,
    private readonly tokens: EscrowTokens,
    private readonly directory: UserDirectory,
    private readonly clock: Clock,
  ) {}

  /** The merchant is the beneficiary, the buyer the initiator. The merchant's locked account holds the face amount. */
  async hold(payment: HeldPayment): Promise<void> {
    const { mode, merchantId, buyer, amount, fee, deadlineDays } = payment;
    const people = await this.directory.byIds([merchantId, ...(buyer.ownerId ? [buyer.ownerId] : [])]);
    const beneficiary = people.get(merchantId)?.usertag;
    if (beneficiary === undefined) throw notFound('Account');
    const now = this.clock.now();
    const id = uuidv7(now);
    const names = {
      initiator: (buyer.ownerId && people.get(buyer.ownerId)?.usertag) || buyer.email,
      beneficiary,
    };
    const escrow = Escrow.fund(
      {
        ...{ id, mode, amount, fee, held: amount, tokenHash: this.tokens.hashOf(id) },
        ...{ initiatorId: buyer.ownerId, initiatorEmail: buyer.email, initiatorName: buyer.name },
        beneficiaryId: merchantId,
        holdAccountId: payment.lockedAccountId,
        description: payment.description,
        condition: payment.condition,
        deadlineAt: deadlineDays === null ? null : addSeconds(now, deadlineDays * DAY_SECONDS),
        checkoutSessionId: payment.sessionId,
      },
      names,
      now,
    );
    this.escrows.add(escrow);
  }
}
