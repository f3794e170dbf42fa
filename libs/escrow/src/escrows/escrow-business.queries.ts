import { Injectable } from '@nestjs/common';
import { OpenBusinessService } from '@app/accounts';

/** Escrows that keep an account from being closed: those in which it is a party, until they have ended. */
@Injectable()
export class EscrowBusinessQueries {
  constructor(business: OpenBusinessService) {
    business.register({
      what: 'open escrow',
      sql: `SELECT count(*) FROM escrows WHERE (initiator_id = $1 OR beneficiary_id = $1)
               AND mode = 'live' AND status IN ('funded', 'disputed')`,
    });
  }
}
