import { Body, Query, Req } from '@nestjs/common';
import {
  By,
  Context,
  GetAction,
  PeopleViewedService,
  PostAction,
  StaffActionsService,
  type StaffRole,
  type UserCaller,
  WireController,
  type WireRequest,
} from '@app/http';
import { Commands, type RequestContext } from '@app/write-path';
import { FundFloat } from '../floats/commands/fund-float';
import { FloatsQueries } from '../floats/floats.queries';
import { RecheckWithdrawal } from './commands/recheck-withdrawal';
import { RevealDestination } from './commands/reveal-destination';
import { SettleWithdrawal } from './commands/settle-withdrawal';
import { AskAboutWithdrawal } from './flows/ask-about-withdrawal';
import { destinationView, floatView, staffPayoutView } from './payout-staff.view';
import {
  CompletePayoutBody,
  FailPayoutBody,
  FundFloatBody,
  PayoutListQuery,
  RecheckPayoutBody,
  RevealPayoutBody,
} from './payouts-admin.dto';
import { WithdrawalListsService } from './withdrawal-lists.service';

const READERS: StaffRole[] = ['support', 'finance'];
const FINANCE = { credentials: ['staff'], roles: ['finance'], idempotent: true } as const;

/** `admin.php?section=payouts`: withdrawals without an end, and the money that they are paid from. */
@WireController('admin.php')
export class PayoutsAdminController {
  private readonly answerComplete;
  private readonly answerFail;
  private readonly answerFund;

  constructor(
    private readonly withdrawals: WithdrawalListsService,
    private readonly floats: FloatsQueries,
    private readonly asking: AskAboutWithdrawal,
    private readonly commands: Commands,
    private readonly viewed: PeopleViewedService,
    actions: StaffActionsService,
  ) {
    this.answerComplete = actions.register({
      name: 'payouts.complete',
      body: CompletePayoutBody,
      command: (caller, { uuid, reference, note }) =>
        new SettleWithdrawal(caller, uuid, { action: 'complete', reference, note }),
      present: staffPayoutView,
      facts: ({ terms }) => ({ amounts: [terms.amount] }),
      volatile: ['processed_at', 'due_at', 'late'],
    });
    this.answerFail = actions.register({
      name: 'payouts.fail',
      body: FailPayoutBody,
      command: (caller, { uuid, reason, not_delivered: notDelivered = false }) =>
        new SettleWithdrawal(caller, uuid, { action: 'fail', reason, notDelivered }),
      present: staffPayoutView,
      facts: ({ terms }) => ({ amounts: [terms.amount] }),
      volatile: ['processed_at', 'due_at', 'answered_at', 'late'],
    });
    this.answerFund = actions.register({
      name: 'payouts.fund-float',
      body: FundFloatBody,
      command: (caller, body) => new FundFloat(caller, body),
      present: (amount) => ({ amount: amount.toJsonNumber(), currency: amount.currency }),
      facts: (amount) => ({ amounts: [amount] }),
    });
  }

  @GetAction('payouts/list', {
    summary: 'Withdrawals, the oldest first; those without an end by default',
    credentials: ['staff'],
    roles: READERS,
  })
  async list(@Query() query: PayoutListQuery) {
    const { status, method, older_than: until, q } = query;
    const filter = { status, method, until: until === undefined ? undefined : new Date(until), q };
    const found = await this.withdrawals.list(filter, query);
    const owners = await this.withdrawals.frozenOwners(found.data);
    return found.map((one) => ({ ...staffPayoutView(one), owner_frozen: owners.has(one.ownerId) }));
  }

  @PostAction('payouts/complete', {
    ...FINANCE,
    summary: 'Record that a withdrawal was delivered',
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  complete(@Req() request: WireRequest, @Body() body: CompletePayoutBody) {
    return this.answerComplete(request, body);
  }

  /** The provider is asked first, so that nothing that it has delivered is refunded. */
  @PostAction('payouts/fail', {
    ...FINANCE,
    summary: 'End a withdrawal that was not delivered, and return amount and fee',
    refusals: ['INVALID_STATE', 'LIMIT_REACHED', 'NOT_FOUND'],
  })
  async fail(@Req() request: WireRequest, @Body() body: FailPayoutBody) {
    if (!request.requestContext.dryRun) await this.asking.ask(body.uuid.toLowerCase());
    return this.answerFail(request, body);
  }

  @PostAction('payouts/recheck', {
    ...FINANCE,
    summary: 'Ask the provider now; send one that waits for an exchange rate, or for the end of a freeze',
    refusals: ['FX_RATE_UNAVAILABLE', 'INVALID_STATE', 'NOT_FOUND'],
  })
  recheck(@By() caller: UserCaller, @Context() context: RequestContext, @Body() { uuid }: RecheckPayoutBody) {
    return this.commands.answer(context, new RecheckWithdrawal(caller, uuid), staffPayoutView);
  }

  /** Without an idempotency key, by which the answer would be stored. */
  @PostAction('payouts/reveal', {
    summary: 'Where a withdrawal goes, in full, to pay it by hand',
    credentials: ['staff'],
    roles: ['finance'],
    proof: 'recent',
    rate: 'reveal',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  async reveal(
    @By() caller: UserCaller,
    @Context() context: RequestContext,
    @Body() { uuid, reason }: RevealPayoutBody,
  ) {
    const command = new RevealDestination(caller, uuid, reason);
    const answer = await this.commands.answer(context, command, destinationView);
    await this.viewed.check(caller.userId);
    return answer;
  }

  @GetAction('payouts/floats', {
    summary: 'Money at the providers that pay withdrawals, and what they say of it',
    credentials: ['staff'],
    roles: READERS,
  })
  async listFloats() {
    const floats = await this.floats.list();
    return floats.map(floatView);
  }

  @PostAction('payouts/fund-float', {
    ...FINANCE,
    summary: 'Book money that was sent to a provider',
    refusals: ['LIMIT_REACHED'],
  })
  fundFloat(@Req() request: WireRequest, @Body() body: FundFloatBody) {
    return this.answerFund(request, body);
  }
}
