import { Injectable } from '@nestjs/common';
import { OpenBusinessService } from '@app/accounts';

/**
 * Subscriptions that keep the account of their merchant from being closed, until they have ended. Those that a browser made
 * and that are not paid yet end with the account.
 */
@Injectable()
export class SubscriptionBusinessQueries {
  constructor(business: OpenBusinessService) {
    business.register({
      what: 'open subscription',
      sql: `SELECT count(*) FROM subscriptions WHERE owner_id = $1 AND mode = 'live' AND status <> 'cancelled' AND is_confirmed`,
    });
  }
}
