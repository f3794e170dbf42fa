import { Injectable } from '@nestjs/common';
import { OpenBusinessService } from '@app/accounts';

/** Deposits that keep an account from being closed: those whose charge may still succeed. */
@Injectable()
export class DepositBusinessQueries {
  constructor(business: OpenBusinessService) {
    business.register({
      what: 'pending deposit',
      sql: 'SELECT count(*) FROM deposits WHERE owner_id = $1 AND check_at IS NOT NULL',
    });
  }
}
