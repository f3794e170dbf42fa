import { Body, Query } from '@nestjs/common';
import { Config } from '@app/config';
import { GetAction, PostAction, WireController } from '@app/http';
import { Money, type Rate } from '@app/kernel';
import { convert, percentage } from './conversion.policy';
import { FxService } from './fx.service';
import { FxConvertBody, FxRatesQuery } from './payments.dto';

@WireController('payments.php')
export class PaymentsController {
  private readonly feePercent: Rate | null;

  constructor(
    private readonly fx: FxService,
    { env }: Config,
  ) {
    this.feePercent = percentage(env.FX_FEE_PERCENT);
  }

  @GetAction('fx-rates', {
    summary: 'Live exchange rates of a currency',
    credentials: ['session', 'secret-key'],
    team: 'money:read',
    refusals: ['FX_RATE_UNAVAILABLE'],
  })
  async rates(@Query() { base = 'USD' }: FxRatesQuery) {
    const { rates, asOf, stale } = await this.fx.liveRates(base);
    return {
      base,
      rates: Object.fromEntries([...rates].map(([currency, rate]) => [currency, rate.toJsonNumber()])),
      as_of: asOf.toISOString(),
      stale,
    };
  }

  @PostAction('fx-convert', {
    summary: 'Preview a conversion and its fee; moves nothing',
    credentials: ['session', 'secret-key'],
    team: 'money:read',
    refusals: ['FORBIDDEN', 'FX_RATE_UNAVAILABLE', 'INSUFFICIENT_FUNDS', 'INVALID_STATE', 'NOT_FOUND'],
  })
  async convert(@Body() { from, to, amount }: FxConvertBody) {
    const rate = await this.fx.customerRate(from, to);
    const { fee, converted } = convert(Money.parseMajor(amount, from)!, to, rate, this.feePercent);
    return {
      from,
      to,
      amount: Money.parseMajor(amount, from)!.toJsonNumber(),
      rate: rate.toJsonNumber(),
      fee: fee.toJsonNumber(),
      converted_amount: converted.toJsonNumber(),
    };
  }
}
