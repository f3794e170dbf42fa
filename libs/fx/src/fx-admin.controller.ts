import { Body, Req } from '@nestjs/common';
import { Config } from '@app/config';
import {
  type AnswerAction,
  AuditLog,
  GetAction,
  PostAction,
  StaffActions,
  WireController,
  type WireRequest,
} from '@app/http';
import { Clock, Rate } from '@app/kernel';
import { SetCheckoutRate } from './commands/set-checkout-rate';
import { SetRateBody } from './fx-admin.dto';
import { checkoutRateView, liveRateView, rateChangeView } from './fx-admin.view';
import { Fx } from './fx.service';

/** `admin.php?section=fx`: live rates, and the rates that staff set for checkout conversions. */
@WireController('admin.php')
export class FxAdminController {
  private readonly answerSet: AnswerAction<SetRateBody>;

  constructor(
    private readonly fx: Fx,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly config: Config,
    actions: StaffActions,
  ) {
    this.answerSet = actions.register({
      name: 'fx.set',
      body: SetRateBody,
      command: ({ userId }, { base, quote, rate, replaces = null, reason }) =>
        new SetCheckoutRate(base, quote, Rate.read(rate)!, userId, { reason, replaces: Rate.read(replaces) }),
      present: rateChangeView,
      facts: ({ rate, replaced, live }) => ({ rate: { set: rate, compared: replaced ?? live } }),
      volatile: ['valid_from', 'live', 'drifted'],
    });
  }

  @GetAction('fx/rates', {
    summary: 'Live rates with their age and source, and the checkout rates in force beside them',
    credentials: ['staff'],
    roles: ['support', 'finance'],
  })
  async rates(@Req() request: WireRequest): Promise<object> {
    const now = this.clock.now();
    const [pulled, set] = await Promise.all([this.fx.pulledRates(), this.fx.comparedRates()]);
    await this.audit.append(request, { action: 'fx.rates' });
    return {
      base: 'USD',
      live: pulled.map((rate) => liveRateView(rate, now)),
      checkout: set.map(checkoutRateView),
      max_drift_percent: this.config.env.CHECKOUT_RATE_MAX_DRIFT_PERCENT,
    };
  }

  @PostAction('fx/set', {
    summary: 'Set the rate that checkout converts at; one far from the rate before waits for a second person',
    credentials: ['staff'],
    roles: ['finance'],
    idempotent: true,
    audit: 'fx.set',
  })
  set(@Req() request: WireRequest, @Body() body: SetRateBody) {
    return this.answerSet(request, body);
  }
}
