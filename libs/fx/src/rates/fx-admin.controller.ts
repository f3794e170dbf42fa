import { Body, Req } from '@nestjs/common';
import { Config } from '@app/config';
import {
  By,
  Context,
  GetAction,
  PostAction,
  StaffActionsService,
  type UserCaller,
  WireController,
  type WireRequest,
} from '@app/http';
import { Clock, Rate } from '@app/kernel';
import { Commands, type RequestContext } from '@app/write-path';
import { AcceptRate } from './commands/accept-rate';
import { SetCheckoutRate } from './commands/set-checkout-rate';
import { SetSpread } from './commands/set-spread';
import { AcceptRateBody, SetRateBody, SetSpreadBody } from './fx-admin.dto';
import {
  acceptedRateView,
  checkoutRateView,
  heldRateView,
  liveRateView,
  rateChangeView,
  spreadChangeView,
  spreadView,
} from './fx-admin.view';
import { FxService } from './fx.service';
import { HeldRatesStore } from './held-rates.store';
import { SpreadsStore } from './spreads.store';

/** `admin.php?section=fx`: live rates and their spreads, and the rates that staff set for checkout conversions. */
@WireController('admin.php')
export class FxAdminController {
  private readonly answerSet;
  private readonly answerAccept;

  constructor(
    private readonly fx: FxService,
    private readonly held: HeldRatesStore,
    private readonly spreads: SpreadsStore,
    private readonly commands: Commands,
    private readonly clock: Clock,
    private readonly config: Config,
    actions: StaffActionsService,
  ) {
    this.answerSet = actions.register({
      name: 'fx.set',
      body: SetRateBody,
      command: ({ userId }, { base, quote, rate, replaces = null, reason }) =>
        new SetCheckoutRate(base, quote, Rate.read(rate)!, userId, { reason, replaces: Rate.read(replaces) }),
      present: rateChangeView,
      facts: ({ base, quote, rate, replaced, live }) => ({
        rate: { of: `${base}/${quote}`, set: rate, compared: replaced ?? live },
      }),
      volatile: ['valid_from', 'live', 'drifted'],
    });
    this.answerAccept = actions.register({
      name: 'fx.accept',
      body: AcceptRateBody,
      command: (_, { currency, rate, reason }) => new AcceptRate(currency, Rate.read(rate)!, reason),
      present: acceptedRateView,
      facts: ({ currency, rate, replaced }) => ({ rate: { of: currency, set: rate, compared: replaced } }),
      volatile: ['as_of', 'valid_until'],
    });
  }

  @GetAction('fx/rates', {
    summary: 'Live rates with their age and source, held ones, spreads, and the checkout rates in force',
    credentials: ['staff'],
    roles: ['support', 'finance'],
  })
  async rates() {
    const now = this.clock.now();
    const [pulled, set, held, spreads] = await Promise.all([
      this.fx.pulledRates(),
      this.fx.comparedRates(),
      this.held.list(),
      this.spreads.list(),
    ]);
    return {
      base: 'USD',
      live: pulled.map((rate) => liveRateView(rate, now)),
      held: held.map(heldRateView),
      checkout: set.map(checkoutRateView),
      spreads: spreads.map(spreadView),
      max_drift_percent: this.config.env.CHECKOUT_RATE_MAX_DRIFT_PERCENT,
    };
  }

  @PostAction('fx/set', {
    summary: 'Set the rate that checkout converts at; one far from the rate before waits for a second person',
    credentials: ['staff'],
    roles: ['finance'],
    idempotent: true,
    refusals: ['LIMIT_REACHED'],
  })
  set(@Req() request: WireRequest, @Body() body: SetRateBody) {
    return this.answerSet(request, body);
  }

  @PostAction('fx/accept', {
    summary: 'Serve a live rate that is held because it moved too far',
    credentials: ['staff'],
    roles: ['finance'],
    idempotent: true,
    refusals: ['LIMIT_REACHED', 'NOT_FOUND'],
  })
  accept(@Req() request: WireRequest, @Body() body: AcceptRateBody) {
    return this.answerAccept(request, body);
  }

  @PostAction('fx/set-spread', {
    summary: 'Set how much less than the live rate customers get between two currencies, in both directions',
    credentials: ['staff'],
    roles: ['finance'],
    idempotent: true,
  })
  setSpread(
    @By() caller: UserCaller,
    @Context() context: RequestContext,
    @Body() { base, quote, basis_points: basisPoints, reason }: SetSpreadBody,
  ) {
    const command = new SetSpread(base, quote, basisPoints, caller.userId, reason);
    return this.commands.answer(context, command, spreadChangeView);
  }
}
