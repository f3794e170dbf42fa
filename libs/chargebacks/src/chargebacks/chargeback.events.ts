import { DomainEvent } from '@app/kernel';
import type { ChargebackTerms } from '../money/chargeback.money';
import type { ChargebackDecision } from './chargeback.states';

/** The chargeback was answered: by its owner, by staff, or at the company. */
export class ChargebackResponded extends DomainEvent<
  ChargebackTerms & {
    status: 'accepted' | 'contested';
    decision: ChargebackDecision;
    comment: string | null;
    respondedAt: string;
  }
> {
  static override readonly type = 'chargeback.responded';
}

/** The company takes an answer for some hours more, and has none. */
export class ChargebackDueSoon extends DomainEvent<ChargebackTerms & { status: 'opened' }> {
  static override readonly type = 'chargeback.due-soon';
}

/** Why staff have to look at a chargeback. */
export type AlertCause =
  /** No payment that was credited to an owner has this transaction. */
  | 'unknown-transaction'
  /** An amount, a currency, a status or a stage that makes no sense here. */
  | 'unclear-report'
  /** The company reports another end than the one that is booked. */
  | 'contradiction'
  /** The company refuses the answer, or does not reply to it. */
  | 'answer-not-taken'
  /** More is demanded than is left of the payment. */
  | 'beyond-payment';

/** A company reported something of a chargeback that only staff can decide. */
export class ChargebackAlerted extends DomainEvent<{
  cause: AlertCause;
  gateway: string;
  providerId: string;
  stage: number;
  detail: string;
  chargebackId: string | null;
}> {
  static override readonly type = 'chargeback.alerted';
}
