import { Inject, Injectable } from '@nestjs/common';
import { UserDirectoryQueries } from '@app/accounts';
import { POSTGRES_POOL } from '@app/database';
import { type Listing, Page, type PageQuery } from '@app/http';
import { type Currency, Money, type Mode, notFound, sha256 } from '@app/kernel';
import type { Pool } from 'pg';
import type { EscrowListQuery } from './escrow.dto';
import type { DisputeStatus } from './escrow.states';
import type { DisputeState, EscrowFacts, EscrowState, EscrowDetails } from './escrow.view';
import type { EscrowRequester } from './escrow-access.service';

type Row = Omit<EscrowState, 'amount' | 'fee'> & {
  currency: Currency;
  amountMinor: string;
  feeMinor: string;
  dispute: DisputeRow | null;
};

/** A dispute as JSON: times and amounts are text. */
type DisputeRow = Omit<
  DisputeState,
  'raisedAt' | 'resolveBy' | 'resolvedAt' | 'beneficiaryMinor' | 'initiatorMinor'
> & {
  raisedAt: string;
  resolveBy: string;
  resolvedAt: string | null;
  beneficiaryMinor: string | null;
  initiatorMinor: string | null;
};

const COLUMNS = `e.id, e.mode, e.status, e.amount_minor AS "amountMinor", e.fee_minor AS "feeMinor", e.currency,
  e.initiator_id AS "initiatorId", e.initiator_email AS "initiatorEmail", e.initiator_name AS "initiatorName",
  e.beneficiary_id AS "beneficiaryId", e.description, e.condition, e.deadline_at AS "deadlineAt",
  e.checkout_session_id AS "checkoutSessionId", e.app_id AS "appId", e.created_at AS "createdAt", e.funded_at AS "fundedAt",
  e.released_at AS "releasedAt", e.refunded_at AS "refundedAt",
  CASE WHEN d.id IS NOT NULL THEN json_build_object(
    'id', d.id, 'status', d.status, 'raisedBy', d.raised_by, 'reason', d.reason, 'evidence', d.evidence,
    'response', d.response, 'raisedAt', d.raised_at, 'resolveBy', d.resolve_by, 'resolution', d.resolution,
    'beneficiaryMinor', d.beneficiary_minor::text, 'initiatorMinor', d.initiator_minor::text,
    'resolutionNote', d.resolution_note, 'resolvedAt', d.resolved_at) END AS dispute`;
/** $3 and $4 filter by role and status, if given. */
const OF_PARTY = `e.mode = $2 AND ($4::text IS NULL OR e.status = $4)
  AND ((e.initiator_id = $1 AND $3::text IS DISTINCT FROM 'beneficiary')
    OR (e.beneficiary_id = $1 AND $3::text IS DISTINCT FROM 'initiator'))`;

/** For buyers without an account only. */
const THROUGH_PORTAL = 'e.token_hash = $1 AND e.mode = $2 AND e.initiator_id IS NULL';

/** $1: the status, or all undecided disputes if null; $2: the present, if only late ones are listed. */
const FOR_STAFF = `d.mode = 'live' AND CASE WHEN $1::text IS NULL THEN d.status <> 'resolved' ELSE d.status = $1 END
  AND ($2::timestamptz IS NULL OR d.resolve_by <= $2)`;

const OWN: Listing = {
  name: 'escrows',
  rows: 'escrows e',
  where: OF_PARTY,
  order: 'e.created_at DESC, e.id DESC',
  columns: COLUMNS,
  joins: 'LEFT JOIN escrow_disputes d ON d.escrow_id = e.id',
};
const DISPUTED: Listing = {
  name: 'disputes',
  rows: 'escrow_disputes d',
  where: FOR_STAFF,
  order: 'd.resolve_by, d.id',
  columns: COLUMNS,
  joins: 'JOIN escrows e ON e.id = d.escrow_id',
};

/** Reads escrows for their parties, and disputed ones for staff. */
@Injectable()
export class EscrowQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly directory: UserDirectoryQueries,
  ) {}

  /**
   * Throws NOT_FOUND where the requester is no party of it in this mode. A portal's token identifies one
   * escrow.
   */
  async find(by: EscrowRequester, uuid?: string): Promise<EscrowFacts> {
    const [where, values] =
      'portalToken' in by
        ? [THROUGH_PORTAL, [sha256(by.portalToken), by.mode]]
        : [`${OF_PARTY} AND e.id = $5`, [by.ownerId, by.mode, null, null, uuid]];
    const { rows } = await this.pool.query<Row>(
      `SELECT ${COLUMNS} FROM ${OWN.rows} ${OWN.joins} WHERE ${where}`,
      values,
    );
    const [found] = await this.whole(rows);
    if (!found) throw notFound('Escrow');
    return 'portalToken' in by ? { ...found, role: 'initiator' } : asSeenBy(by.ownerId)(found);
  }

  /** Newest first. */
  async list(
    { ownerId, mode }: { ownerId: string; mode: Mode },
    query: EscrowListQuery,
  ): Promise<Page<EscrowFacts>> {
    const values = [ownerId, mode, query.role ?? null, query.status ?? null];
    const found = await Page.read<Row>(this.pool, OWN, values, query);
    return (await found.mapAll((rows) => this.whole(rows))).map(asSeenBy(ownerId));
  }

  /** Live disputes, those to be resolved soonest first; with `lateAt`, only those late at that time. */
  async disputed(
    { status, lateAt }: { status?: DisputeStatus; lateAt?: Date },
    page: PageQuery,
  ): Promise<Page<EscrowDetails>> {
    const found = await Page.read<Row>(this.pool, DISPUTED, [status ?? null, lateAt ?? null], page);
    return found.mapAll((rows) => this.whole(rows));
  }

  private async whole(rows: Row[]): Promise<EscrowDetails[]> {
    const ids = rows.flatMap(({ initiatorId, beneficiaryId }) => [
      initiatorId ?? beneficiaryId,
      beneficiaryId,
    ]);
    const people = await this.directory.byIds([...new Set(ids)]);
    return rows.map(({ amountMinor, feeMinor, dispute, ...row }) => ({
      escrow: {
        ...row,
        amount: new Money(BigInt(amountMinor), row.currency),
        fee: new Money(BigInt(feeMinor), row.currency),
      },
      dispute: dispute && disputeOf(dispute),
      parties: {
        initiator: (row.initiatorId && people.get(row.initiatorId)) || null,
        beneficiary: people.get(row.beneficiaryId)!,
      },
    }));
  }
}

const asSeenBy =
  (ownerId: string) =>
  (found: EscrowDetails): EscrowFacts => ({
    ...found,
    role: found.escrow.initiatorId === ownerId ? 'initiator' : 'beneficiary',
  });

function disputeOf(row: DisputeRow): DisputeState {
  return {
    ...row,
    raisedAt: new Date(row.raisedAt),
    resolveBy: new Date(row.resolveBy),
    resolvedAt: row.resolvedAt === null ? null : new Date(row.resolvedAt),
    beneficiaryMinor: minorOf(row.beneficiaryMinor),
    initiatorMinor: minorOf(row.initiatorMinor),
  };
}

function minorOf(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}
