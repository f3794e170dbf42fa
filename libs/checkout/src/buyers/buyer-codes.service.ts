import { Inject, Injectable } from '@nestjs/common';
import { EmailTokensService } from '@app/accounts';
import { POSTGRES_POOL } from '@app/database';
import { Clock } from '@app/kernel';
import type { Pool } from 'pg';
import { noBuyerCode, wrongBuyerCode } from '../common/checkout.errors';
import type { CheckoutSession } from '../sessions/checkout-session.aggregate';

const MAX_TRIES = 5;
/** The code of every buyer in the sandbox, which sends no mail. */
export const TEST_CODE = '123456';

/** Checks the codes that were mailed to buyers. */
@Injectable()
export class BuyerCodesService {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly secrets: EmailTokensService,
    private readonly clock: Clock,
  ) {}

  /**
   * Uses one try, and the code where it is right; returns the id of that code. Throws VALIDATION_ERROR for a wrong code, LIMIT_REACHED where no
   * valid one is left.
   */
  async spend({ id: sessionId, mode }: CheckoutSession, email: string, code: string): Promise<string> {
    const { rows } = await this.pool.query<{ id: string; tries: number }>(
      `UPDATE checkout_buyer_codes SET tries = tries + 1
        WHERE checkout_session_id = $1 AND email = $2 AND tries < ${MAX_TRIES} AND expires_at > $3
        RETURNING id, tries`,
      [sessionId, email, this.clock.now()],
    );
    if (!rows[0]) throw noBuyerCode();
    const { id, tries } = rows[0];
    const isRight = mode === 'test' ? code === TEST_CODE : this.secrets.isCodeOf(id, code);
    if (!isRight) throw wrongBuyerCode(MAX_TRIES - tries);
    const spent = await this.pool.query('DELETE FROM checkout_buyer_codes WHERE id = $1', [id]);
    if (spent.rowCount === 0) throw noBuyerCode();
    return id;
  }
}
