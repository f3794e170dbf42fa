import { Injectable } from '@nestjs/common';
import { addSeconds, Clock, type Mode, type Money, Times, uuidv7 } from '@app/kernel';
import { Escrow, type NewEscrow } from './escrow.aggregate';
import { EscrowAccessService } from './escrow-access.service';
import type { EscrowParties } from './escrow.events';
import { EscrowTokensService } from './escrow-tokens.service';
import { EscrowRepository } from './escrow.repository';

const DAY_SECONDS = 24 * 3600;

/** A checkout session whose payment is held in escrow. */
export interface HeldPayment {
  mode: Mode;
  /** `cs_…` */
  sessionId: string;
  /** The app that made the session. */
  appId: string | null;
  merchantId: string;
  amount: Money;
  fee: Money;
  /** The amount charged to the buyer, fee included; its currency may differ from that of the amount. */
  charged: Money;
  paidThrough: 'wallet' | 'gateway';
  description: string | null;
  condition: string | null;
  deadlineDays: number | null;
  buyer: {
    /** Null for a buyer without an account. */
    ownerId: string | null;
    /** The wallet that paid; null without an account. */
    accountId: string | null;
    /** Of a guest: the address that they confirmed. */
    email: string | null;
    name: string | null;
  };
}

/** The caller's part of the data of a new escrow. */
export type EscrowRequest = Omit<NewEscrow, 'id' | 'tokenHash' | 'deadlineAt'> & {
  deadlineDays: number | null;
};

/** Opens escrows, in the unit of work that moves their money. */
@Injectable()
export class EscrowFundingService {
  constructor(
    private readonly escrows: EscrowRepository,
    private readonly access: EscrowAccessService,
    private readonly tokens: EscrowTokensService,
    private readonly clock: Clock,
    private readonly times: Times,
  ) {}

  /**
   * Reads the data for a hold and returns a function that opens it. The merchant is the beneficiary, the buyer
   * the initiator. The merchant's locked account holds the face amount; test mode has none.
   */
  async prepareHold(payment: HeldPayment): Promise<(lockedAccountId: string | null) => Escrow> {
    const { mode, merchantId, buyer, amount, fee, paidThrough, description, condition } = payment;
    const request = {
      mode,
      amount,
      fee,
      held: amount,
      paid: payment.charged,
      paidThrough,
      description,
      condition,
      initiatorId: buyer.ownerId,
      initiatorEmail: buyer.email,
      initiatorName: buyer.name,
      beneficiaryId: merchantId,
      payerAccountId: buyer.accountId,
      deadlineDays: payment.deadlineDays,
      checkoutSessionId: payment.sessionId,
      appId: payment.appId,
    };
    const sides = { initiatorId: buyer.ownerId, beneficiaryId: merchantId };
    const [parties, now] = await Promise.all([this.access.partiesOf(sides), this.times.of(payment)]);
    return (holdAccountId) => this.open({ ...request, holdAccountId }, parties, null, now);
  }

  /** Opens a live escrow, paid from the wallet that `lock` names. */
  openEscrow(
    request: EscrowRequest,
    parties: EscrowParties,
    lock: { accountId: string; lockedAccountId: string },
  ): Escrow {
    return this.open(request, parties, lock, this.clock.now());
  }

  /** `lock` is the source of the money, unless it is on the hold account already. */
  private open(
    { deadlineDays, ...terms }: EscrowRequest,
    parties: EscrowParties,
    lock: { accountId: string; lockedAccountId: string } | null,
    now: Date,
  ): Escrow {
    const id = uuidv7(now);
    const deadlineAt = deadlineDays === null ? null : addSeconds(now, deadlineDays * DAY_SECONDS);
    const given = { ...terms, id, tokenHash: this.tokens.hashOf(id), deadlineAt };
    const escrow = Escrow.fund(given, parties, lock, now);
    this.escrows.add(escrow);
    return escrow;
  }
}
