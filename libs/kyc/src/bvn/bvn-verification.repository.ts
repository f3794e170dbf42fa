import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, StaleAggregate, UnitOfWork } from '@app/write-path';
import { isUuid, notFound } from '@app/kernel';
import { In, Repository } from 'typeorm';
import { BvnVerification } from './bvn-verification.aggregate';

/** Another request was faster: the command starts over and finds what it left. */
const startOver = () => new StaleAggregate();

/** The names of an account, which a record is compared with. */
export interface AccountNames {
  firstName: string;
  lastName: string;
}

@Injectable()
export class BvnVerificationRepository extends AggregateStore<BvnVerification> {
  constructor(@InjectRepository(BvnVerification) rows: Repository<BvnVerification>, unit: UnitOfWork) {
    super(rows, unit, {
      bvn_verifications_number_key: startOver,
      bvn_verifications_user_key: startOver,
      bvn_verifications_open_key: startOver,
    });
  }

  /**
   * Adds a verification that was decided on when `verified` was the verified one of its account. Starts over where
   * another one has been verified since, which the index of open verifications no longer shows.
   */
  begin(verification: BvnVerification, verified: BvnVerification | null): void {
    this.add(verification);
    // After the insert: what ended before it is committed by then.
    this.unit.stage({
      sql: `SELECT 1 WHERE (SELECT id FROM bvn_verifications WHERE user_id = $1 AND status = 'verified')
              IS NOT DISTINCT FROM $2::uuid`,
      parameters: [verification.userId, verified?.id ?? null],
      expectedRows: 1,
    });
  }

  async byId(id: string): Promise<BvnVerification> {
    const verification = isUuid(id) ? await this.findOneBy({ id }) : null;
    if (!verification) throw notFound('BVN verification');
    return verification;
  }

  byReference(reference: string): Promise<BvnVerification | null> {
    return this.findOneBy({ reference });
  }

  openOf(userId: string): Promise<BvnVerification | null> {
    return this.findOneBy({ userId, status: In(['starting', 'pending', 'review']) });
  }

  verifiedOf(userId: string): Promise<BvnVerification | null> {
    return this.findOneBy({ userId, status: 'verified' });
  }

  /** Whether the verified number of the account counts: its name has not changed since. */
  async isInForce(userId: string): Promise<boolean> {
    const rows: unknown[] = await this.rows.query(
      'SELECT 1 FROM users WHERE id = $1 AND bvn_verified_at IS NOT NULL',
      [userId],
    );
    return rows.length > 0;
  }

  async isTaken(bvnHmac: Buffer, userId: string): Promise<boolean> {
    const owner = await this.findOneBy({ bvnHmac, status: 'verified' });
    return owner !== null && owner.userId !== userId;
  }

  /** Those to be asked about by now, the longest waiting first. */
  due(now: Date, limit: number): Promise<string[]> {
    return this.idsDue('askAt', now, limit);
  }

  async namesOf(userId: string): Promise<AccountNames> {
    const [row] = await this.rows.query<AccountNames[]>(
      'SELECT first_name AS "firstName", last_name AS "lastName" FROM users WHERE id = $1',
      [userId],
    );
    if (!row) throw notFound('User');
    return row;
  }
}
