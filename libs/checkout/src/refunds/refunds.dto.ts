import { Amount, Bool, Code, Email, Lines, OneOf, PagedQuery } from '@app/http';
import { SessionId } from '../sessions/sessions.dto';
import { IdempotencyKey, MinorAmount, SessionToken } from '../sessions/variant-b.dto';
import { REFUND_STATUSES, type RefundSource, type RefundStatus } from './refund.states';

const RefundId = () => Code({ max: 100, description: 'rf_live_… or rf_test_…' });
const Reason = () => Lines({ optional: true, description: 'Shown to the payer' });
const RefundRef = () =>
  Code({ optional: true, max: 100, description: 'Your reference; a second refund with it is refused' });
const CustomerEmail = () =>
  Email({ optional: true, description: 'Where the payer is written to; that of the payment unless given' });
const AMOUNT = 'All that is left unless given';

/** What every refund can have beside its payment and amount. */
export class RefundTermsBody {
  @Reason()
  reason?: string;

  @RefundRef()
  refund_ref?: string;

  @CustomerEmail()
  customer_email?: string;
}

export class RefundBody extends RefundTermsBody {
  @SessionId()
  session_id: string;

  @Amount({ optional: true, description: `Major units, in the currency of the session. ${AMOUNT}` })
  amount?: unknown;
}

export class RefundListQuery extends PagedQuery {
  @Code({ optional: true, max: 100, description: 'Refunds of this checkout session' })
  session_id?: string;

  @OneOf(REFUND_STATUSES, { optional: true })
  status?: RefundStatus;
}

export class RefundQuery {
  @RefundId()
  refund_id: string;
}

export class RefundBodyB extends RefundTermsBody {
  @SessionToken()
  token: string;

  @MinorAmount({ optional: true, note: AMOUNT })
  amount?: number;

  @IdempotencyKey()
  idempotency_key?: string;
}

const SOURCES: readonly RefundSource[] = ['merchant', 'unapplied', 'escrow'];
const AuditReason = () => Lines({ min: 3, description: 'Kept in the audit log' });

export class StaffRefundListQuery extends PagedQuery {
  @OneOf(REFUND_STATUSES, { optional: true, description: 'pending unless given' })
  status?: RefundStatus;

  @OneOf(SOURCES, { optional: true })
  source?: RefundSource;

  @OneOf(['true', 'false'], {
    optional: true,
    description: 'true: only those that a company took seven days ago and has not carried out',
  })
  late?: string;
}

export class ReturnRefundBody {
  @RefundId()
  refund_id: string;

  @AuditReason()
  reason: string;
}

export class SettleRefundBody extends ReturnRefundBody {
  @Code({
    max: 100,
    description: 'Reference of the refund at the provider, or of the transfer that was made by hand',
  })
  provider_id: string;
}

export class DecideRefundBody extends ReturnRefundBody {
  @Bool({
    optional: true,
    description:
      'true: the company was asked, and it has not sent this back; required where an earlier request went unanswered, ' +
      'since the money could go twice',
  })
  not_sent?: boolean;
}
