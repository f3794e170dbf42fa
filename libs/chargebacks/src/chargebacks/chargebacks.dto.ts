import { Amount, Code, Lines, ListOf, OneOf, PagedQuery, Pin } from '@app/http';
import {
  CHARGEBACK_STATUSES,
  type ChargebackDecision,
  type ChargebackStatus,
  DECISIONS,
} from './chargeback.states';

const ChargebackId = () => Code({ max: 100, description: 'cb_live_… or cb_test_…' });
const Comment = () =>
  Lines({
    optional: true,
    max: 2_000,
    description: 'For the bank of the payer: what was sold, and when it was delivered',
  });
const AuditReason = () => Lines({ min: 3, description: 'Kept in the audit log' });
const MAX_FILES = 5;

export class ChargebackListQuery extends PagedQuery {
  @OneOf(CHARGEBACK_STATUSES, { optional: true })
  status?: ChargebackStatus;

  @Code({ optional: true, max: 100, description: 'Of this checkout session' })
  session_id?: string;
}

export class ChargebackQuery {
  @ChargebackId()
  chargeback_id: string;
}

export class RespondBody extends ChargebackQuery {
  @OneOf(DECISIONS, { description: 'accept: the payer gets the money; contest: the bank decides' })
  decision: ChargebackDecision;

  @Comment()
  comment?: string;

  @ListOf((item) => typeof item === 'string', 'ids of uploaded files', { optional: true, max: MAX_FILES })
  file_ids?: string[];

  @Pin()
  pin?: string;
}

export class StaffChargebackListQuery extends PagedQuery {
  @OneOf(CHARGEBACK_STATUSES, { optional: true, description: 'opened unless given' })
  status?: ChargebackStatus;
}

export class StaffDecisionBody extends ChargebackQuery {
  @AuditReason()
  reason: string;
}

export class StaffAnswerBody extends StaffDecisionBody {
  @OneOf(DECISIONS)
  decision: ChargebackDecision;

  @Comment()
  comment?: string;
}

const OUTCOMES = ['won', 'lost'] as const;

export class SettleChargebackBody extends StaffDecisionBody {
  @OneOf(OUTCOMES, { description: 'What the company said elsewhere than in its API' })
  outcome: (typeof OUTCOMES)[number];
}

export const SIMULATED_STEPS = ['open', 'accept', 'contest', 'win', 'lose', 'reopen'] as const;
export type SimulatedStep = (typeof SIMULATED_STEPS)[number];

export class SimulateChargebackBody {
  @OneOf(SIMULATED_STEPS, { description: 'open needs session_id; all others chargeback_id' })
  do: SimulatedStep;

  @Code({
    optional: true,
    max: 100,
    description: 'A paid test session, or the invoice of a test subscription',
  })
  session_id?: string;

  @Code({ optional: true, max: 100, description: 'cb_test_…' })
  chargeback_id?: string;

  @Amount({
    optional: true,
    description: 'What is demanded, in major units of what was paid; all of it unless given',
  })
  amount?: unknown;
}
