import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import { ofActiveOwner } from '@app/accounts';
import { addSeconds } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { DataSource } from 'typeorm';
import { SubscriptionCardExpiring } from '../../subscriptions/subscription.events';

const AHEAD_SECONDS = 30 * 24 * 3600;

interface Ending {
  id: string;
  subscription_key: string;
  subscription_id: string;
  owner_id: string;
  plan_name: string;
  customer_email: string;
  last4: string;
  valid_until: Date;
}

/** Asks customers whose saved card ends within 30 days for another one, each once. Returns the number of cards. */
export class AskForCards extends Command<number> {
  constructor(
    readonly now: Date,
    /** The most to ask for. */
    readonly limit: number,
  ) {
    super();
  }
}

@CommandHandler(AskForCards)
export class AskForCardsHandler implements ICommandHandler<AskForCards> {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly eventBus: EventBus,
    private readonly unit: UnitOfWork,
  ) {}

  async execute({ now, limit }: AskForCards): Promise<number> {
    const ending = await this.dataSource.query<Ending[]>(
      `SELECT c.id, c.subscription_key, c.last4, c.valid_until, s.subscription_id, s.owner_id, s.plan_name, s.customer_email
         FROM saved_cards c JOIN subscriptions s ON s.saved_card_id = c.id
        WHERE c.mode = 'live' AND c.valid_until <= $1 AND c.erased_at IS NULL AND c.renewal_asked_at IS NULL
          AND NOT s.cancel_at_period_end AND ${ofActiveOwner('s')}
        ORDER BY c.valid_until, c.id LIMIT $2`,
      [addSeconds(now, AHEAD_SECONDS), limit],
    );
    for (const one of ending) this.report(one);
    if (ending.length > 0) this.stage(ending, now);
    return ending.length;
  }

  private report(one: Ending): void {
    this.eventBus.publish(
      new SubscriptionCardExpiring(one.subscription_key, one.owner_id, 'live', {
        subscriptionId: one.subscription_id,
        planName: one.plan_name,
        customerEmail: one.customer_email,
        cardLast4: one.last4,
        validUntil: one.valid_until.toISOString(),
      }),
    );
  }

  /** Of two processes that ask for the same cards at once, one starts over. */
  private stage(ending: readonly Ending[], now: Date): void {
    this.unit.stage({
      sql: `UPDATE saved_cards SET renewal_asked_at = $2, version = version + 1
             WHERE id = ANY ($1::uuid[]) AND renewal_asked_at IS NULL AND erased_at IS NULL`,
      parameters: [ending.map(({ id }) => id), now],
      expectedRows: ending.length,
    });
  }
}
