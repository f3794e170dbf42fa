import { Injectable } from '@nestjs/common';
import { OpenBusiness } from '@app/accounts';

/**
 * What a wallet may have open when its owner closes the account: money, and requests to others. Requests from others run
 * out by themselves.
 */
@Injectable()
export class WalletBusiness {
  constructor(business: OpenBusiness) {
    business.register(
      {
        what: 'balance',
        sql: `SELECT count(*) FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
               WHERE a.owner_id = $1 AND b.balance_minor <> 0`,
      },
      {
        what: 'open payment request',
        sql: `SELECT count(*) FROM payment_requests
               WHERE asker_id = $1 AND status = 'pending' AND expires_at > $2`,
      },
    );
  }
}
