import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { isUuid, notFound } from '@app/kernel';
import { AggregateStore, StaleAggregate, UnitOfWork } from '@app/write-path';
import { Repository } from 'typeorm';
import { dayOf, KycDocument } from './kyc-document.aggregate';

@Injectable()
export class KycDocumentRepository extends AggregateStore<KycDocument> {
  constructor(@InjectRepository(KycDocument) rows: Repository<KycDocument>, unit: UnitOfWork) {
    // Another upload of the same type came first.
    super(rows, unit, { kyc_documents_pending: () => new StaleAggregate() });
  }

  async byId(id: string): Promise<KycDocument> {
    const document = isUuid(id) ? await this.findOneBy({ id }) : null;
    if (!document) throw notFound('Document');
    return document;
  }

  /** Approved documents whose last day is over and that still count, the longest expired first. */
  toExpire(now: Date, limit: number): Promise<string[]> {
    return this.ids(
      `SELECT id FROM kyc_documents WHERE status = 'approved' AND expired_at IS NULL AND expires_on < $1::date
        ORDER BY expires_on LIMIT $2`,
      [dayOf(now), limit],
    );
  }

  /** Approved documents that expire within `days` and whose owners were not notified of it. */
  toNotify(now: Date, days: number, limit: number): Promise<string[]> {
    return this.ids(
      `SELECT id FROM kyc_documents WHERE status = 'approved' AND expired_at IS NULL
          AND expires_on BETWEEN $1::date AND $1::date + $2::int AND coalesce(notified_days, 1000) > $2::int
        ORDER BY expires_on LIMIT $3`,
      [dayOf(now), days, limit],
    );
  }

  /**
   * Documents to erase: those that ended before `endedBefore` without an approval, and all of accounts that were closed
   * before `closedBefore`. A legal hold keeps them.
   */
  toErase(endedBefore: Date, closedBefore: Date, limit: number): Promise<string[]> {
    return this.ids(
      `SELECT id FROM (
         SELECT d.id, d.ended_at AS since FROM kyc_documents d JOIN users u ON u.id = d.user_id
          WHERE d.erased_at IS NULL AND d.status IN ('rejected', 'withdrawn') AND d.ended_at <= $1 AND NOT u.legal_hold
         UNION
         SELECT d.id, u.closed_at FROM users u JOIN kyc_documents d ON d.user_id = u.id
          WHERE u.closed_at <= $2 AND d.erased_at IS NULL AND NOT u.legal_hold) due
       ORDER BY since, id LIMIT $3`,
      [endedBefore, closedBefore, limit],
    );
  }

  private async ids(sql: string, parameters: unknown[]): Promise<string[]> {
    const rows = await this.rows.query<{ id: string }[]>(sql, parameters);
    return rows.map(({ id }) => id);
  }
}
