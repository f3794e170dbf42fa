import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { UnitOfWork } from '@app/write-path';
import { addSeconds, Clock } from '@app/kernel';
import type { Pool } from 'pg';
import { invalidReportToken } from '../common/account.errors';
import { EmailTokensService, type ReportLink } from '../codes/email-tokens.service';

/** How long the link of a security mail works. */
const LIFETIME_SECONDS = 7 * 24 * 3600;

/** The links of security mails with which people report that another person uses their account. */
@Injectable()
export class AccountReportsStore {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly unit: UnitOfWork,
    private readonly tokens: EmailTokensService,
    private readonly clock: Clock,
  ) {}

  /** The link of a token; null where it is none of ours, too old, or a link of the account was used since it was sent. */
  async openedBy(token: string): Promise<ReportLink | null> {
    const link = this.tokens.reportOf(token);
    if (!link || link.issuedAt <= addSeconds(this.clock.now(), -LIFETIME_SECONDS)) return null;
    const { rows } = await this.pool.query(
      'SELECT 1 FROM account_reports WHERE user_id = $1 AND reported_at >= $2 LIMIT 1',
      [link.userId, link.issuedAt],
    );
    return rows.length > 0 ? null : link;
  }

  /** Stages the use of a link, which ends all links of the account that were sent before. */
  spend({ eventId, userId }: ReportLink): void {
    this.unit.stage({
      sql: 'INSERT INTO account_reports (id, user_id, reported_at) VALUES ($1, $2, $3)',
      parameters: [eventId, userId, this.clock.now()],
      expectedRows: 1,
      refusals: { account_reports_pkey: invalidReportToken },
    });
  }
}
