import { Injectable } from '@nestjs/common';
import { mailboxOf, mailboxSql, UserDirectoryQueries } from '@app/accounts';
import { addSeconds, Clock, type DomainError } from '@app/kernel';
import { CountLimits } from '@app/write-path';
import type { Invoice } from './invoice.aggregate';
import { tooManyMails } from './invoice.errors';
import type { MailKind } from './invoice-mail.aggregate';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** An invoice is mailed so often within an hour. */
const PER_HOUR = 5;
/** Mails of one business within a day, before and after its verification. */
const PER_DAY = { unverified: 50, verified: 2000 };
/** Mails to one mailbox within a day, of all businesses before their verification. */
const PER_MAILBOX = 10;

/** Limits of the mails that live invoices send to strangers, for any number of requests at once. Test mode mails nothing. */
@Injectable()
export class InvoiceMailLimitsService {
  constructor(
    private readonly limits: CountLimits,
    private readonly directory: UserDirectoryQueries,
    private readonly clock: Clock,
  ) {}

  /** Throws RATE_LIMITED where a limit is reached; call it before the mail is staged. */
  async require(
    { id, ownerId, mode, clientEmail }: Pick<Invoice, 'id' | 'ownerId' | 'mode' | 'clientEmail'>,
    kind: MailKind,
  ): Promise<void> {
    if (mode === 'test') return;
    const now = this.clock.now();
    const isVerified = (await this.directory.standingOf(ownerId))?.kybStatus === 'approved';
    const mailbox = mailboxOf(clientEmail);
    const ofMailbox = `invoice mails to ${mailbox}`;
    await this.limits.require<{ hour: number; day: number; address: number }>({
      lock: [...(isVerified ? [] : [ofMailbox]), `invoice mails of ${ownerId}`].toSorted(),
      sql: `SELECT (SELECT count(*)::int FROM invoice_mails WHERE invoice_id = $1 AND kind = 'invoice' AND created_at > $2) AS hour,
                   (SELECT count(*)::int FROM invoice_mails m JOIN invoices i ON i.id = m.invoice_id
                      WHERE m.owner_id = $3 AND m.created_at > $4 AND i.mode = 'live') AS day,
                   (SELECT count(*)::int FROM invoice_mails m JOIN users u ON u.id = m.owner_id
                      WHERE ${mailboxSql('m.recipient')} = $5 AND m.created_at > $4 AND u.kyb_status <> 'approved') AS address`,
      parameters: [id, addSeconds(now, -HOUR_SECONDS), ownerId, addSeconds(now, -DAY_SECONDS), mailbox],
      limits: {
        ...(kind === 'invoice' && {
          hour: { max: PER_HOUR, refusal: (): DomainError => tooManyMails('of this invoice', HOUR_SECONDS) },
        }),
        day: {
          max: isVerified ? PER_DAY.verified : PER_DAY.unverified,
          refusal: () => tooManyMails('of invoices today', DAY_SECONDS),
        },
        ...(!isVerified && {
          address: {
            max: PER_MAILBOX,
            refusal: (): DomainError => tooManyMails('of invoices to this address today', DAY_SECONDS),
          },
        }),
      },
    });
  }
}
