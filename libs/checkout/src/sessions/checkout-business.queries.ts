import { Injectable } from '@nestjs/common';
import { OpenBusiness } from '@app/accounts';

/** What a merchant or a buyer may have open when the account is closed. */
@Injectable()
export class CheckoutBusiness {
  constructor(business: OpenBusiness) {
    business.register(
      {
        what: 'open checkout session',
        sql: `SELECT count(*) FROM checkout_sessions
               WHERE owner_id = $1 AND mode = 'live'
                 AND (status = 'processing' OR (status = 'pending' AND expires_at > $2))`,
      },
      {
        what: 'payment under way',
        sql: `SELECT count(*) FROM checkout_attempts
               WHERE owner_id = $1 AND mode = 'live' AND status IN ('calling', 'waiting', 'unapplied')`,
      },
    );
  }
}
