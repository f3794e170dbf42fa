import { Amount, Bool, Code, CurrencyCode, Instant, Lines, OneOf, PagedQuery, Uuid } from '@app/http';
import type { Currency } from '@app/kernel';
import type { PayoutMethod } from '../money/payout.money';
import { WITHDRAWAL_METHODS, WITHDRAWAL_STATUSES, type WithdrawalStatus } from './withdrawal.states';

export class PayoutListQuery extends PagedQuery {
  @OneOf(WITHDRAWAL_STATUSES, {
    optional: true,
    description: 'Those without an end where absent; with q all',
  })
  status?: WithdrawalStatus;

  @OneOf(WITHDRAWAL_METHODS, { optional: true })
  method?: PayoutMethod;

  @Instant({ optional: true, description: 'Only those initiated at this time or before' })
  older_than?: string;

  @Code({
    optional: true,
    max: 100,
    description:
      'The uuid of one, the id of its owner, or the reference under which finance completed it, in full',
  })
  q?: string;
}

export class CompletePayoutBody {
  @Uuid()
  uuid: string;

  @Code({ max: 100, description: 'Of the bank or the provider; each completes one withdrawal' })
  reference: string;

  @Lines({ min: 3, description: 'Kept in the audit log' })
  note: string;
}

export class FailPayoutBody {
  @Uuid()
  uuid: string;

  @Lines({ min: 3, max: 200, description: 'Shown to the owner, and kept in the audit log' })
  reason: string;

  @Bool({
    optional: true,
    description: 'true: the provider was asked, and it has not paid and will not pay this',
  })
  not_delivered?: boolean;
}

export class RecheckPayoutBody {
  @Uuid()
  uuid: string;
}

export class RevealPayoutBody {
  @Uuid()
  uuid: string;

  @Lines({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}

export class FundFloatBody {
  @OneOf(WITHDRAWAL_METHODS)
  method: PayoutMethod;

  @Amount()
  amount: number | string;

  @CurrencyCode()
  currency: Currency;

  @Code({ max: 100, description: 'Of the transfer at the bank; each is booked once' })
  reference: string;

  @Lines({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}
