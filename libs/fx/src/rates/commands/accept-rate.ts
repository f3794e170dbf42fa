import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, type Currency, notFound, type Rate } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { isDrifted } from '../drift.policy';
import { heldRateChanged, heldRateOutdated } from '../fx.errors';
import { type HeldRate, HeldRatesStore } from '../held-rates.store';
import { PulledRatesService } from '../pulled-rates.service';
import { CONFIRMED_WITHIN_PERCENT } from '../rate-jump.policy';

/** A held rate that is served from now on. */
export interface AcceptedRate extends HeldRate {
  /** The live rate until now. */
  replaced: Rate | null;
}

/** Serves a live rate that is held because it moved too far. */
export class AcceptRate extends Command<AcceptedRate> {
  constructor(
    readonly currency: Currency,
    /** The held rate that the member of staff has seen; the held one may differ from it by 2 %. */
    readonly seen: Rate,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(AcceptRate)
export class AcceptRateHandler implements ICommandHandler<AcceptRate> {
  constructor(
    private readonly held: HeldRatesStore,
    private readonly pulled: PulledRatesService,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** NOT_FOUND where none is held, CONFLICT where another one is, or where it is not valid any more. */
  async execute({ currency, seen, reason }: AcceptRate): Promise<AcceptedRate> {
    const held = await this.held.find(currency);
    if (!held) throw notFound('Held rate');
    if (isDrifted(held.rate, seen, CONFIRMED_WITHIN_PERCENT)) throw heldRateChanged(held);
    const now = this.clock.now();
    const live = (await this.pulled.newest()).get(currency);
    if (held.validUntil <= now || (live && live.validUntil > now && live.asOf > held.asOf))
      throw heldRateOutdated(currency);
    this.held.end(held, 'accepted');
    this.unit.stage({
      // Where another rate was stored at the same instant, the command starts over.
      sql: `INSERT INTO fx_rates (base, quote, rate, source, as_of, fetched_at, valid_until)
            VALUES ('USD', $1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
      expectedRows: 1,
      parameters: [currency, held.rate.toDecimal(18), held.source, held.asOf, now, held.validUntil],
    });
    this.unit.audit({
      subject: `USD/${currency}`,
      before: { rate: live?.rate.toDecimal(18) ?? null },
      after: { rate: held.rate.toDecimal(18), source: held.source, as_of: held.asOf },
      reason,
    });
    return { ...held, replaced: live?.rate ?? null };
  }
}
