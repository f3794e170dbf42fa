import { StateMachine } from '@app/kernel';

export const CHARGEBACK_STATUSES = ['opened', 'accepted', 'contested', 'won', 'lost'] as const;
export type ChargebackStatus = (typeof CHARGEBACK_STATUSES)[number];

export const DECISIONS = ['accept', 'contest'] as const;
export type ChargebackDecision = (typeof DECISIONS)[number];

export type ChargebackStep = ChargebackDecision | 'reopen' | 'win' | 'lose';

/** An accepted chargeback is lost. The bank of the payer may raise a contested one again. */
export const chargebackStates = new StateMachine<ChargebackStatus, ChargebackStep>('chargeback', 'opened', {
  opened: { accept: 'accepted', contest: 'contested', win: 'won', lose: 'lost' },
  contested: { accept: 'accepted', reopen: 'opened', win: 'won', lose: 'lost' },
  accepted: {},
  won: {},
  lost: {},
});
