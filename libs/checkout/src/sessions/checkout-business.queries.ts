import { Injectable } from '@nestjs/common';
import { OpenBusinessService } from '@app/accounts';

/**
 * Deposits of the owner on a hosted page keep the account from being closed while their money is under way or set aside, and
 * so do refunds that may fail. Payments of buyers do not: what arrives after the closing goes back to them.
 */
@Injectable()
export class CheckoutBusinessQueries {
  constructor(business: OpenBusinessService) {
    business.register({
      what: 'refund under way',
      sql: `SELECT count(*) FROM refunds WHERE owner_id = $1 AND mode = 'live' AND source = 'merchant' AND status = 'pending'`,
    });
    business.register({
      what: 'deposit under way',
      sql: `SELECT count(*) FROM checkout_attempts t JOIN checkout_sessions s ON s.id = t.checkout_session_id
             WHERE t.owner_id = $1 AND t.mode = 'live' AND t.status IN ('calling', 'waiting', 'unapplied')
               AND s.purpose = 'deposit'`,
    });
  }
}
