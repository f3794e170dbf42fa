import { Injectable } from '@nestjs/common';
import { OpenBusinessService } from '@app/accounts';

/** Withdrawals that keep an account from being closed: those without an end, and returned money without a credit. */
@Injectable()
export class WithdrawalBusinessQueries {
  constructor(business: OpenBusinessService) {
    business.register({
      what: 'open withdrawal',
      sql: `SELECT count(*) FROM withdrawals WHERE owner_id = $1
               AND (processed_at IS NULL OR (returned_at IS NOT NULL AND return_credited_at IS NULL))`,
    });
  }
}
