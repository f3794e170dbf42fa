import { Inject, Injectable } from '@nestjs/common';
import { isCountedRefund } from '@app/checkout';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page } from '@app/http';
import { Clock, type Currency, isUuid, type Mode, notFound, sha256 } from '@app/kernel';
import { businessTime } from '@app/test-clock';
import type { Pool } from 'pg';
import type { Issuer } from '../issuer.policy';
import type { InvoiceDetail, InvoiceFacts, InvoiceHistory, InvoiceText } from './invoice.view';
import type { InvoiceListQuery } from './invoices.dto';

/** How one invoice is named: by its issuer with id or number, by the token of its page, or by its id. */
export type InvoiceKey = (Issuer & { reference: string }) | { token: string; mode: Mode } | { id: string };

type Minor = 'subtotal' | 'discount' | 'tax' | 'total' | 'paid' | 'credited' | 'overpaid' | 'refunded';
type Row = Omit<InvoiceFacts, `${Minor}Minor`> &
  Record<`${Minor}Minor`, string> &
  InvoiceText & { ownerId: string; currency: Currency; history: StoredHistory; inFlightMinor: string };

/** As JSON: times and amounts are text. */
interface StoredHistory {
  payments: {
    sessionId: string;
    method: string;
    amountMinor: string;
    overpaidMinor: string;
    paidAt: string;
  }[];
  creditNotes: {
    number: string;
    amountMinor: string;
    reason: string;
    refundId: string | null;
    createdAt: string;
  }[];
  mails: {
    kind: string;
    recipient: string;
    status: string | null;
    createdAt: string;
    endedAt: string | null;
    pdfSha256: string[];
  }[];
}

const LISTED = `i.id, i.mode, i.app_id AS "appId", i.number, i.status, i.client_name AS "clientName", i.client_email AS "clientEmail",
  i.currency, i.subtotal_minor AS "subtotalMinor", i.discount_minor AS "discountMinor", i.tax_minor AS "taxMinor",
  i.total_minor AS "totalMinor", i.paid_minor AS "paidMinor", i.credited_minor AS "creditedMinor",
  i.overpaid_minor AS "overpaidMinor", (SELECT coalesce(sum(r.face_minor), 0) FROM invoice_payments p
     JOIN refunds r ON r.session_id = p.session_id AND ${isCountedRefund('r')}
    WHERE p.invoice_id = i.id) AS "refundedMinor", i.allow_partial AS "allowPartial", i.due_date AS "dueDate",
  i.created_at AS "createdAt", i.sent_at AS "sentAt", i.paid_at AS "paidAt", i.voided_at AS "voidedAt"`;

const WHOLE = `${LISTED}, i.owner_id AS "ownerId", i.items, i.discount_percent AS "discountPercent", i.notes, i.language,
  i.reminders, json_build_object(
    'payments', (SELECT coalesce(json_agg(json_build_object('sessionId', p.session_id, 'method', p.method,
        'amountMinor', p.amount_minor::text, 'overpaidMinor', p.overpaid_minor::text, 'paidAt', p.paid_at)
        ORDER BY p.paid_at, p.id), '[]') FROM invoice_payments p WHERE p.invoice_id = i.id),
    'creditNotes', (SELECT coalesce(json_agg(json_build_object('number', c.number, 'amountMinor', c.amount_minor::text,
        'reason', c.reason, 'refundId', c.refund_id, 'createdAt', c.created_at) ORDER BY c.created_at, c.id), '[]')
        FROM credit_notes c WHERE c.invoice_id = i.id),
    'mails', (SELECT coalesce(json_agg(json_build_object('kind', m.kind, 'recipient', m.recipient, 'status', q.status,
        'createdAt', m.created_at, 'endedAt', q.ended_at,
        'pdfSha256', ARRAY(SELECT encode(f.sha256, 'hex') FROM mailed_invoice_files f
                            WHERE f.invoice_mail_id = m.id ORDER BY f.drawn_at)) ORDER BY m.created_at, m.id), '[]')
        FROM invoice_mails m LEFT JOIN mails q ON q.facts->>'mail_id' = m.id::text WHERE m.invoice_id = i.id)
  ) AS history,
  (SELECT coalesce(sum(s.amount_minor), 0)::text FROM checkout_sessions s
    WHERE s.origin_id = i.id AND s.status = 'processing') AS "inFlightMinor"`;

/** The day in UTC of the time that the invoice follows. */
const TODAY = `to_char(${businessTime('i', '$3')} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;

/** $3: the real time; $4 and $5 filter by the shown status and by text, if given; $6: the app, or null for all. */
const OF_ISSUER = `i.owner_id = $1 AND i.mode = $2 AND ($6::uuid IS NULL OR i.app_id = $6)
  AND ($4::text IS NULL OR $4 = CASE WHEN i.status = 'sent' AND i.due_date < ${TODAY} THEN 'overdue' ELSE i.status END)
  AND ($5::text IS NULL OR i.number ILIKE $5 OR i.client_name ILIKE $5 OR i.client_email ILIKE $5)`;

const LIST: Listing = {
  name: 'invoices',
  rows: 'invoices i',
  where: OF_ISSUER,
  order: 'i.created_at DESC, i.id DESC',
  columns: LISTED,
};

/** Reads invoices for their business and for their page. */
@Injectable()
export class InvoiceQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Newest first. `search`: in the number, or in name or address of the client. */
  async list({ ownerId, mode, appId }: Issuer, query: InvoiceListQuery): Promise<Page<InvoiceFacts>> {
    const { status, search } = query;
    const pattern = search === undefined ? null : `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    const values = [ownerId, mode, this.clock.now(), status ?? null, pattern, appId];
    return (await Page.read<Row>(this.pool, LIST, values, query)).map(factsOf);
  }

  /**
   * Whether the issuer has sent the invoice with this id or number since then, by `performance.now()`. Only the age is
   * compared with the clock of the database, because the clocks of servers differ.
   */
  async wasSentSince(since: number, issuer: Issuer, reference: string): Promise<boolean> {
    const [where, values] = conditionOf({ ...issuer, reference });
    const { rows } = await this.pool.query<{ sent: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM invoice_mails m JOIN invoices i ON i.id = m.invoice_id
         WHERE m.kind = 'invoice' AND m.stored_at > clock_timestamp() - $${values.length + 1}::float8 * interval '1 millisecond' AND ${where}) AS sent`,
      [...values, performance.now() - since],
    );
    return rows[0]!.sent;
  }

  /** Throws NOT_FOUND where there is no such invoice. */
  async find(key: InvoiceKey): Promise<InvoiceDetail & { ownerId: string }> {
    const [where, values] = conditionOf(key);
    const { rows } = await this.pool.query<Row>(`SELECT ${WHOLE} FROM invoices i WHERE ${where}`, values);
    const [row] = rows;
    if (!row) throw notFound('Invoice');
    const { items, discountPercent, notes, language, reminders } = row;
    return {
      ownerId: row.ownerId,
      invoice: { ...factsOf(row), items, discountPercent, notes, language, reminders },
      history: historyOf(row.history),
      inFlightMinor: BigInt(row.inFlightMinor),
    };
  }
}

function conditionOf(key: InvoiceKey): [where: string, values: unknown[]] {
  if ('token' in key) return ['i.token_hash = $1 AND i.mode = $2', [sha256(key.token), key.mode]];
  if ('id' in key) return ['i.id = $1', [key.id]];
  const { ownerId, mode, appId, reference } = key;
  const column = isUuid(reference) ? 'i.id' : 'i.number';
  return [
    `i.owner_id = $1 AND i.mode = $2 AND ($4::uuid IS NULL OR i.app_id = $4) AND ${column} = $3`,
    [ownerId, mode, reference, appId],
  ];
}

function factsOf(row: Row): InvoiceFacts {
  const { id, mode, appId, number, status, clientName, clientEmail, currency, allowPartial, dueDate } = row;
  const { createdAt, sentAt, paidAt, voidedAt } = row;
  return {
    id,
    mode,
    appId,
    number,
    status,
    clientName,
    clientEmail,
    currency,
    allowPartial,
    dueDate,
    createdAt,
    sentAt,
    paidAt,
    voidedAt,
    subtotalMinor: BigInt(row.subtotalMinor),
    discountMinor: BigInt(row.discountMinor),
    taxMinor: BigInt(row.taxMinor),
    totalMinor: BigInt(row.totalMinor),
    paidMinor: BigInt(row.paidMinor),
    creditedMinor: BigInt(row.creditedMinor),
    overpaidMinor: BigInt(row.overpaidMinor),
    refundedMinor: BigInt(row.refundedMinor),
  };
}

function historyOf({ payments, creditNotes, mails }: StoredHistory): InvoiceHistory {
  return {
    payments: payments.map((payment) => ({
      sessionId: payment.sessionId,
      method: payment.method,
      amountMinor: BigInt(payment.amountMinor),
      overpaidMinor: BigInt(payment.overpaidMinor),
      paidAt: new Date(payment.paidAt),
    })),
    creditNotes: creditNotes.map((note) => ({
      number: note.number,
      amountMinor: BigInt(note.amountMinor),
      reason: note.reason,
      refundId: note.refundId,
      createdAt: new Date(note.createdAt),
    })),
    mails: mails.map((mail) => ({
      kind: mail.kind,
      recipient: mail.recipient,
      status: mail.status,
      createdAt: new Date(mail.createdAt),
      endedAt: mail.endedAt === null ? null : new Date(mail.endedAt),
      pdfSha256: mail.pdfSha256,
    })),
  };
}
