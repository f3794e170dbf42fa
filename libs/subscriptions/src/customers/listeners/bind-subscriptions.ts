import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { EmailChanged, EmailVerified } from '@app/accounts';
import { InTransaction, UnitOfWork } from '@app/write-path';
import { PlanPlacesStore } from '../../subscriptions/plan-places.store';

/**
 * Gives the subscriptions to an address to the account that proves it, with those to the address that it had proved before.
 * They follow the account from then on, whatever becomes of the address. One to a plan that the account has from an earlier
 * time with the address stays beside it, as a permitted duplicate.
 */
@EventsHandler(EmailVerified, EmailChanged)
@InTransaction()
export class BindSubscriptions implements IEventHandler<EmailVerified | EmailChanged> {
  constructor(
    private readonly unit: UnitOfWork,
    private readonly places: PlanPlacesStore,
  ) {}

  handle({ data }: EmailVerified | EmailChanged): void {
    const addresses = addressesOf(data);
    this.places.lockAddresses(addresses);
    this.unit.stage({
      sql: `UPDATE subscriptions s SET customer_id = $1, version = version + 1, allows_duplicate = allows_duplicate OR EXISTS (
               SELECT FROM subscriptions o
                WHERE o.owner_id = s.owner_id AND o.mode = s.mode AND o.plan_id = s.plan_id AND o.customer_id = $1
                  AND o.customer_email = s.customer_email AND o.status <> 'cancelled' AND NOT o.allows_duplicate)
             WHERE mode = 'live' AND customer_email = ANY ($2::text[]) AND customer_id IS NULL`,
      parameters: [data.userId, addresses],
    });
  }
}

function addressesOf(data: EmailVerified['data'] | EmailChanged['data']): string[] {
  if ('email' in data) return [data.email];
  return data.fromVerified ? [data.from, data.to] : [data.to];
}
