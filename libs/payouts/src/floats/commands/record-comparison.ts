import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { serviceAccountId } from '@app/database';
import { Clock, type Money } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { FLOATS, type PayoutMethod } from '../../money/payout.money';
import { FloatNeedsAttention } from '../float.events';

export interface Comparison {
  method: PayoutMethod;
  booked: Money;
  reported: Money;
  /** Zero where both agree. */
  difference: Money;
  isLow: boolean;
}

/** Records what a provider says of a float, and alerts finance where the float needs attention. */
export class RecordComparison extends Command<void> {
  constructor(readonly comparison: Comparison) {
    super();
  }
}

@CommandHandler(RecordComparison)
export class RecordComparisonHandler implements ICommandHandler<RecordComparison> {
  constructor(
    private readonly eventBus: EventBus,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute({ comparison }: RecordComparison): Promise<void> {
    const { method, booked, reported, difference, isLow } = comparison;
    const { currency } = booked;
    this.unit.stage({
      sql: `INSERT INTO payout_float_comparisons (method, currency, reported_minor, difference_minor, compared_at)
            VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (method, currency) DO UPDATE SET reported_minor = excluded.reported_minor,
              difference_minor = excluded.difference_minor, compared_at = excluded.compared_at`,
      parameters: [
        method,
        currency,
        reported.minor.toString(),
        difference.minor.toString(),
        this.clock.now(),
      ],
    });
    const float = serviceAccountId(FLOATS[method], currency);
    const causes = [...(difference.isZero ? [] : ['differs' as const]), ...(isLow ? ['low' as const] : [])];
    for (const cause of causes)
      this.eventBus.publish(
        new FloatNeedsAttention(float, float, 'live', { method, cause, reported, booked }),
      );
    return Promise.resolve();
  }
}
