import { Money } from '@app/kernel';
import { type Booking, clearingOf, conversion, customer, MoneyEvent, service } from '@app/ledger';

/** What every event of a chargeback says. */
export interface ChargebackTerms {
  /** `cb_…` */
  chargebackId: string;
  /** `cs_…`, `inv_…` of a subscription, or the `tx_ref` of a deposit: one of them. */
  sessionId: string | null;
  invoiceId: string | null;
  depositRef: string | null;
  appId: string | null;
  gateway: string;
  providerId: string;
  /** 1, and one more each time the bank of the payer raises it again. */
  stage: number;
  /** What the bank demands, in the currency that was paid. */
  claimed: Money;
  /** The part of it that has not gone back already. */
  charge: Money;
  /** The share of the price. */
  face: Money;
  /** What it costs the owner, in the currency of the price. */
  debited: Money;
  /** The part of that which the balance has not covered yet. */
  owed: Money;
  /** The wallet that pays; null where nothing is booked: in test mode. */
  accountId: string | null;
  /** Whether an escrow holds the money, which pays it if it is lost. */
  inEscrow: boolean;
  reason: string | null;
  respondBy: string | null;
  openedAt: string;
}

/** Natural keys of the bookings of a chargeback; its id follows, which belongs to one stage of one at the company. */
export const CHARGEBACK_KEY = 'chargeback ';
export const CHARGEBACK_ENDED_KEY = 'chargeback-ended ';

/** The bank of a payer charges a payment back: the money leaves the owner until the chargeback ends. */
export class ChargebackOpened extends MoneyEvent<
  ChargebackTerms & {
    status: 'opened';
    /** Raised again while its money is held: nothing is booked. */
    isAgain: boolean;
  }
> {
  static override readonly type = 'chargeback.opened';

  /** The owner pays what the balance covers and owes the rest. */
  booking(): Booking | null {
    const { chargebackId, charge, debited, owed, accountId, inEscrow, isAgain } = this.data;
    if (!accountId || inEscrow || isAgain || charge.isZero) return null;
    return {
      ...about(this.data, 'chargeback', debited),
      once: `${CHARGEBACK_KEY}${chargebackId}`,
      legs: [
        customer(accountId, debited.minus(owed).negated()),
        service('chargebacks-owed', owed.negated()),
        ...conversion(debited, charge),
        service('chargebacks-held', charge),
      ],
    };
  }
}

/** Money that came in is taken for what its owner owes. */
export class ChargebackCollected extends MoneyEvent<ChargebackTerms & { amount: Money }> {
  static override readonly type = 'chargeback.collected';

  /** What is not owed of the cost rises with each collection, so that each is booked once. */
  booking(): Booking {
    const { chargebackId, amount, debited, owed, accountId } = this.data;
    return {
      ...about(this.data, 'chargeback', amount),
      once: `chargeback-collected ${chargebackId} ${debited.minus(owed).minor}`,
      legs: [customer(accountId!, amount.negated()), service('chargebacks-owed', amount)],
    };
  }
}

/** The payer does not get the money: its owner has it again. */
export class ChargebackWon extends MoneyEvent<
  ChargebackTerms & { status: 'won'; writtenOff: Money; endedAt: string }
> {
  static override readonly type = 'chargeback.won';

  /** What was taken is given back, at the rate at which it was taken; what was owed is owed no more. */
  booking(): Booking | null {
    const { chargebackId, charge, debited, owed, writtenOff, accountId, inEscrow } = this.data;
    if (!accountId || inEscrow || charge.isZero) return null;
    return {
      ...about(this.data, 'chargeback', debited),
      once: `${CHARGEBACK_ENDED_KEY}${chargebackId}`,
      legs: [
        service('chargebacks-held', charge.negated()),
        ...conversion(charge, debited),
        service('chargebacks-owed', owed),
        service('chargeback-losses', writtenOff),
        customer(accountId, debited.minus(owed).minus(writtenOff)),
      ],
    };
  }
}

/** The payer gets the money from the company, which owes that much less. */
export class ChargebackLost extends MoneyEvent<
  ChargebackTerms & { status: 'accepted' | 'lost'; endedAt: string }
> {
  static override readonly type = 'chargeback.lost';

  /** The service bears what was demanded beyond the payment. The escrow has moved its money to what is held. */
  booking(): Booking | null {
    const { chargebackId, claimed, charge, accountId, gateway } = this.data;
    if (!accountId) return null;
    return {
      ...about(this.data, 'chargeback_lost', claimed),
      once: `${CHARGEBACK_ENDED_KEY}${chargebackId}`,
      legs: [
        service('chargebacks-held', charge.negated()),
        service('chargeback-losses', charge.minus(claimed)),
        service(clearingOf(gateway), claimed),
      ],
    };
  }
}

/** A part of the payment came back to its owner, who answers for more of what is demanded. */
export class ChargebackExtended extends MoneyEvent<
  ChargebackTerms & {
    /** How much more is charged and what that costs; it is owed, and collected as soon as it can be. */
    more: Money;
    cost: Money;
    /** Whether it is still held; else the service bore it until now. */
    isHeld: boolean;
  }
> {
  static override readonly type = 'chargeback.extended';

  /** `charge` is the sum by now; it rises with each extension, so that each is booked once. */
  booking(): Booking {
    const { chargebackId, charge, more, cost, isHeld } = this.data;
    return {
      ...about(this.data, 'chargeback', cost),
      once: `chargeback-extended ${chargebackId} ${charge.minor}`,
      legs: [
        service('chargebacks-owed', cost.negated()),
        ...conversion(cost, more),
        service(isHeld ? 'chargebacks-held' : 'chargeback-losses', more),
      ],
    };
  }
}

/** Staff gave up what is owed for a chargeback. */
export class ChargebackWrittenOff extends MoneyEvent<ChargebackTerms & { amount: Money }> {
  static override readonly type = 'chargeback.written-off';

  /** The cost rises before anything is owed again, so that each is booked once. */
  booking(): Booking {
    const { chargebackId, amount, debited } = this.data;
    return {
      ...about(this.data, 'chargeback_written_off', amount),
      once: `chargeback-written-off ${chargebackId} ${debited.minor}`,
      legs: [service('chargeback-losses', amount.negated()), service('chargebacks-owed', amount)],
    };
  }
}

function about(
  { chargebackId, sessionId, invoiceId, depositRef, reason }: ChargebackTerms,
  type: 'chargeback' | 'chargeback_lost' | 'chargeback_written_off',
  amount: Money,
): Omit<Booking, 'once' | 'legs'> {
  return {
    type,
    amount,
    fee: Money.zero(amount.currency),
    reference: sessionId ?? invoiceId ?? depositRef!,
    description: reason ?? undefined,
    related: { type: 'chargeback', id: chargebackId },
  };
}
