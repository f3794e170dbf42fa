import {
  Amount,
  Compiled,
  CurrencyCode,
  DateText,
  DigitsOrText,
  Email,
  Int,
  Nested,
  OneOf,
  PagedQuery,
  Pin,
  SearchText,
} from '@app/http';
import type { Currency } from '@app/kernel';
import { PAYOUT_NETWORKS } from './mobile-accounts.policy';
import { WITHDRAWAL_METHODS, WITHDRAWAL_STATUSES, type WithdrawalStatus } from './withdrawal.states';
import type { RequestedDestination } from './withdrawal-destinations.service';

export class PayoutDetails {
  @Int({ min: 1, max: Number.MAX_SAFE_INTEGER, optional: true, description: 'bank: a saved account' })
  bank_id?: number;

  @Email({ optional: true, description: 'extwallet' })
  extwallet_email?: string;

  @DigitsOrText({ max: 30, optional: true, description: 'mobile_money' })
  phone?: string;

  @OneOf(PAYOUT_NETWORKS, { optional: true, description: 'mobile_money' })
  network?: string;
}

@Compiled()
export class InitiateWithdrawalBody {
  @OneOf([...WITHDRAWAL_METHODS, 'wire'], { description: 'wire is refused: such accounts can be saved only' })
  method: RequestedDestination['method'];

  @Amount({ description: 'What is converted and paid out; the fee comes on top' })
  amount: number | string;

  @CurrencyCode({ optional: true, description: 'The wallet that pays; the primary one where absent' })
  currency?: Currency;

  @Nested(PayoutDetails)
  details: PayoutDetails;

  @Pin()
  pin?: string;
}

export class OwnWithdrawalsQuery extends PagedQuery {
  @OneOf(WITHDRAWAL_STATUSES, { optional: true })
  status?: WithdrawalStatus;

  @DateText({ optional: true, description: 'First day, or earliest time of creation' })
  from?: string;

  @DateText({ optional: true, description: 'Last day, or the time before which it was created' })
  to?: string;

  @SearchText({
    optional: true,
    max: 100,
    description: 'An id, number or amount, the name of the bank, or the last four digits of the account',
  })
  q?: string;
}
