import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { serviceAccountId } from '@app/database';
import type { UserCaller } from '@app/http';
import { Clock, type Currency, DomainError, Money, uuidv7 } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { FloatFunded, FLOATS, type PayoutMethod } from '../../money/payout.money';

/** Money that finance sent to a provider; the amount is in major units. */
export interface FundedFloat {
  method: PayoutMethod;
  amount: number | string;
  currency: Currency;
  reference: string;
  reason: string;
}

const referenceTaken = () =>
  new DomainError(
    'conflict',
    'CONFLICT',
    'A transfer with this reference is booked already.',
    {},
    {
      decidedOnState: true,
    },
  );

/** Books money that was sent to a provider, so that its float can pay withdrawals. */
export class FundFloat extends Command<Money> {
  constructor(
    readonly caller: UserCaller,
    readonly funded: FundedFloat,
  ) {
    super();
  }
}

@CommandHandler(FundFloat)
export class FundFloatHandler implements ICommandHandler<FundFloat> {
  constructor(
    private readonly eventBus: EventBus,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Throws CONFLICT where a transfer with this reference was booked before. */
  async execute({ funded }: FundFloat): Promise<Money> {
    const { method, currency, reference, reason } = funded;
    const amount = Money.parseMajor(funded.amount, currency)!;
    const float = serviceAccountId(FLOATS[method], currency);
    this.unit.stage({
      sql: `INSERT INTO payout_float_fundings (reference, method, amount_minor, currency, funded_at)
            VALUES ($1, $2, $3, $4, $5)`,
      parameters: [reference, method, amount.minor.toString(), currency, this.clock.now()],
      refusals: { payout_float_fundings_pkey: referenceTaken },
    });
    this.eventBus.publish(
      new FloatFunded(float, uuidv7(this.clock.now()), 'live', { method, amount, reference }),
    );
    this.unit.audit({
      subject: float,
      after: { method, amount: amount.text, currency, reference },
      reason,
    });
    return Promise.resolve(amount);
  }
}
