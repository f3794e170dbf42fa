import { Money } from '@app/kernel';
import { type Booking, customer } from '../bookings/booking';
import { MoneyEvent } from '../bookings/money-event';

/** Natural key of a reversal; the id of the reversed journal follows. */
export const REVERSAL_KEY = 'reversal ';

/** Staff reversed a booking. The customers see both; the accounts are as if it had never been made. */
export class JournalReversed extends MoneyEvent<{
  /** The transaction in the histories; also the id of the reversal's journal. */
  reversalId: string;
  journalId: string;
  /** The reversed amount, in the currency of the account that received it. */
  amount: Money;
  /** The booked legs of the reversed journal. */
  legs: { accountId: string; amount: Money; counterpartyId: string | null }[];
}> {
  static override readonly type = 'ledger.journal-reversed';

  /** Inverts every leg, those of the service's own accounts included. Once per journal. */
  booking(): Booking {
    const { reversalId, journalId, amount, legs } = this.data;
    return {
      id: reversalId,
      type: 'reversal',
      amount,
      fee: Money.zero(amount.currency),
      reference: journalId,
      description: 'Reversal',
      related: { type: 'journal', id: journalId },
      once: `${REVERSAL_KEY}${journalId}`,
      legs: legs.map((leg) => customer(leg.accountId, leg.amount.negated(), leg.counterpartyId ?? undefined)),
    };
  }
}
