import { Body, Query, Req, type Type } from '@nestjs/common';
import {
  GetAction,
  PagedQuery,
  PostAction,
  StaffActionsService,
  type StaffRole,
  type UserCaller,
  WireController,
  type WireRequest,
} from '@app/http';
import { ChargebackAlertsStore } from './chargeback-alerts.store';
import { ChargebackListsService } from './chargeback-lists.service';
import {
  chargebackAlertView,
  type ChargebackFacts,
  chargebackFileView,
  staffChargebackView,
} from './chargeback.view';
import {
  ChargebackQuery,
  SettleChargebackBody,
  StaffAnswerBody,
  StaffChargebackListQuery,
  StaffDecisionBody,
} from './chargebacks.dto';
import { DecideChargeback, type StaffDecision } from './commands/decide-chargeback';

const READ = { credentials: ['staff'], roles: ['support', 'finance'] as StaffRole[] } as const;
const DECIDE = {
  credentials: ['staff'],
  roles: ['finance'],
  idempotent: true,
  refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
} as const;

/** `admin.php?section=chargebacks`: live chargebacks, what is unclear about them, and what finance decides. */
@WireController('admin.php')
export class ChargebacksAdminController {
  private readonly answerAnswer;
  private readonly answerSettle;
  private readonly answerWriteOff;

  constructor(
    private readonly chargebacks: ChargebackListsService,
    private readonly alertsStore: ChargebackAlertsStore,
    actions: StaffActionsService,
  ) {
    this.answerAnswer = actions.register(
      decision('answer', StaffAnswerBody, ({ decision: given, comment = null }) => ({
        action: 'answer',
        decision: given,
        comment,
      })),
    );
    this.answerSettle = actions.register(
      decision('settle', SettleChargebackBody, ({ outcome }) => ({ action: 'settle', outcome })),
    );
    this.answerWriteOff = actions.register(
      decision('write-off', StaffDecisionBody, () => ({ action: 'write-off' })),
    );
  }

  @GetAction('chargebacks/list', {
    ...READ,
    summary: 'Live chargebacks, the oldest first; opened ones by default',
  })
  async list(@Query() query: StaffChargebackListQuery) {
    return (await this.chargebacks.ofAll(query.status ?? 'opened', query)).map(staffChargebackView);
  }

  @GetAction('chargebacks/show', { ...READ, summary: 'One live chargeback', refusals: ['NOT_FOUND'] })
  async show(@Query() { chargeback_id: id }: ChargebackQuery) {
    const { chargeback, files } = await this.chargebacks.live(id);
    return { chargeback: { ...staffChargebackView(chargeback), files: files.map(chargebackFileView) } };
  }

  @GetAction('chargebacks/alerts', { ...READ, summary: 'What companies reported that only staff can decide' })
  async alerts(@Query() query: PagedQuery) {
    return (await this.alertsStore.list(query)).map(chargebackAlertView);
  }

  @PostAction('chargebacks/answer', {
    ...DECIDE,
    summary: 'Answer a chargeback for its owner',
  })
  answer(@Req() request: WireRequest, @Body() body: StaffAnswerBody) {
    return this.answerAnswer(request, body);
  }

  @PostAction('chargebacks/settle', {
    ...DECIDE,
    summary: 'Record how the company has decided a chargeback',
  })
  settle(@Req() request: WireRequest, @Body() body: SettleChargebackBody) {
    return this.answerSettle(request, body);
  }

  @PostAction('chargebacks/write-off', {
    ...DECIDE,
    summary: 'Give up what is owed for a chargeback',
  })
  writeOff(@Req() request: WireRequest, @Body() body: StaffDecisionBody) {
    return this.answerWriteOff(request, body);
  }
}

/** One of the decisions about a chargeback, whose command is the same. */
function decision<B extends StaffDecisionBody>(
  name: StaffDecision['action'],
  body: Type<B>,
  decide: (body: B) => StaffDecision,
) {
  return {
    name: `chargebacks.${name}`,
    body,
    command: (caller: UserCaller, given: B) =>
      new DecideChargeback(caller, given.chargeback_id, decide(given), given.reason),
    present: (chargeback: ChargebackFacts) => ({ chargeback: staffChargebackView(chargeback) }),
    facts: ({ claimed }: ChargebackFacts) => ({ amounts: [claimed] }),
    volatile: ['answer_due_at', 'responded_at', 'ended_at'],
  };
}
