import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { endOfDateText, type Listing, Page } from '@app/http';
import { invalid, type Mode, parseMajorToMinor } from '@app/kernel';
import { type SearchedListing, SearchedListsService, type SearchLimits } from '@app/search';
import { businessTime } from '@app/test-clock';
import type { Pool } from 'pg';
import { isCountedRefund } from '../common/counted-refunds.policy';
import { SEARCHED_COLUMNS, searchedOf, type SearchedRow } from './payment-search.queries';
import { factsOf, SESSION_COLUMNS, type SessionRow } from './session-row.mapping';
import { SESSION_STATES, type SessionState } from './session.states';
import type { SessionFacts } from './session.view';
import type { ListQuery } from './sessions.dto';

const MAX_COUNTED = 10_000;

/** What a list says beside its rows, as far as it was asked for or is not whole. */
export interface SessionListExtra extends SearchLimits {
  /** Sessions by state; null where the text of the search is too common to count. */
  counts?: Record<SessionState, number> | null;
  counts_exact?: boolean;
}

/** A session past its time counts as expired, also before that was written. $3 is the real time. */
const STATUS = `CASE WHEN status = 'pending' AND expires_at <= ${businessTime('checkout_sessions', '$3')} THEN 'expired' ELSE status END`;
const STATE = `CASE ${STATUS} WHEN 'completed' THEN 'paid'
  WHEN 'pending' THEN CASE WHEN failure IS NULL THEN 'open' ELSE 'declined' END ELSE ${STATUS} END`;
const REFUNDED = `(SELECT sum(r.face_minor) FROM refunds r WHERE r.payment_id = checkout_sessions.attempt_id AND ${isCountedRefund('r')})`;
/** Sessions with refunds are read from the refunds of the owner, because most have none. */
const REFUND_STATUS = `CASE WHEN NOT coalesce(attempt_id IN (SELECT payment_id FROM refunds r
    WHERE r.owner_id = $1 AND r.mode = $2 AND ${isCountedRefund('r')}), false) THEN 'none'
  WHEN ${REFUNDED} < amount_minor THEN 'partial' ELSE 'full' END`;

/** All filters but that of the state, so that each state can be counted. */
const OF_OWNER = `owner_id = $1 AND mode = $2 AND purpose <> 'deposit'
  AND ($4::text IS NULL OR $4 = ${STATUS})
  AND ($5::text IS NULL OR order_ref = $5)
  AND ($6::timestamptz IS NULL OR created_at >= $6) AND ($7::timestamptz IS NULL OR created_at < $7)
  AND ($8::text IS NULL OR lower(customer_email) = $8)
  AND ($9::text IS NULL OR currency = $9) AND ($10::text IS NULL OR payment_method = $10)
  AND ($11::bigint IS NULL OR amount_minor >= $11) AND ($12::bigint IS NULL OR amount_minor <= $12)
  AND ($13::text IS NULL OR $13 = ${REFUND_STATUS})`;
const LISTED = `${OF_OWNER} AND ($14::text IS NULL OR $14 = ${STATE})`;

const LIST: Listing = {
  name: 'sessions',
  rows: 'checkout_sessions',
  where: LISTED,
  order: 'created_at DESC, id DESC',
  columns: SESSION_COLUMNS,
};

const SEARCHED: SearchedListing<SearchedRow> = {
  kind: 'payment',
  listing: LIST,
  columns: SEARCHED_COLUMNS,
  objectOf: searchedOf,
};

type Filters = Omit<ListQuery, 'counts'>;
type Counts = Pick<SessionListExtra, 'counts' | 'counts_exact'>;

/** Lists and searches sessions for the merchants who made them. */
@Injectable()
export class SessionListsQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly searches: SearchedListsService,
  ) {}

  /** Newest first. `now` is the real time. */
  async list(
    owner: { ownerId: string; mode: Mode },
    // The fields of the page have defaults that a rest does not take over.
    { counts, page, per_page, cursor, ...filters }: ListQuery,
    now: Date,
  ): Promise<Page<SessionFacts, SessionListExtra>> {
    const query = { ...filters, page, per_page, cursor };
    const values = valuesOf(owner, query, now);
    const isCounted = counts === 'true';
    if (query.q !== undefined) return this.search(owner, values, query, query.q, isCounted);
    const [found, counted] = await Promise.all([
      Page.read<SessionRow>(this.pool, LIST, values, query),
      isCounted ? this.counts(LIST.rows, values) : {},
    ]);
    const { data, total, place, next } = found;
    return new Page<SessionFacts, SessionListExtra>(data.map(factsOf), total, place, next, counted);
  }

  private async search(
    owner: { ownerId: string; mode: Mode },
    values: unknown[],
    query: Filters,
    q: string,
    isCounted: boolean,
  ): Promise<Page<SessionFacts, SessionListExtra>> {
    const { page, matches } = await this.searches.page(owner, SEARCHED, values, q, query);
    const [shown, counted] = await Promise.all([
      this.byIds(page.data.map(({ id }) => id)),
      isCounted ? this.countsOf(matches) : {},
    ]);
    return new Page<SessionFacts, SessionListExtra>(shown, page.total, page.place, page.next, {
      ...page.extra,
      ...counted,
    });
  }

  private countsOf(matches: { rows: string; values: unknown[] } | null): Counts | Promise<Counts> {
    return matches ? this.counts(matches.rows, matches.values) : { counts: null, counts_exact: false };
  }

  /** Of the newest rows that match all filters but that of the state, which is taken out of the values. */
  private async counts(rows: string, values: readonly unknown[]): Promise<Counts> {
    const text = `SELECT state, count(*)::int AS count FROM (
        SELECT ${STATE} AS state FROM ${rows.replace('$15', '$14')} WHERE ${OF_OWNER}
         ORDER BY created_at DESC, id DESC LIMIT ${MAX_COUNTED + 1}) s
       GROUP BY state`;
    const given = values.toSpliced(13, 1);
    const { rows: found } = await this.pool.query<{ state: SessionState; count: number }>(text, given);
    const counted = new Map(found.map(({ state, count }) => [state, count]));
    const counts = Object.fromEntries(SESSION_STATES.map((state) => [state, counted.get(state) ?? 0]));
    const sum = found.reduce((all, { count }) => all + count, 0);
    return { counts: counts as Record<SessionState, number>, counts_exact: sum <= MAX_COUNTED };
  }

  /** In the given order. */
  private async byIds(ids: readonly string[]): Promise<SessionFacts[]> {
    const { rows } = await this.pool.query<SessionRow>(
      `SELECT ${SESSION_COLUMNS} FROM checkout_sessions JOIN unnest($1::uuid[]) WITH ORDINALITY AS o (found, place)
           ON checkout_sessions.id = o.found ORDER BY o.place`,
      [ids],
    );
    return rows.map(factsOf);
  }
}

function valuesOf({ ownerId, mode }: { ownerId: string; mode: Mode }, query: Filters, now: Date): unknown[] {
  const { status, order_ref: orderRef, from, to, state, currency, method } = query;
  const min = query.min_amount === undefined ? null : parseMajorToMinor(query.min_amount);
  const max = query.max_amount === undefined ? null : parseMajorToMinor(query.max_amount);
  if (min !== null && max !== null && min > max)
    throw invalid('max_amount', 'max_amount must not be less than min_amount.');
  return [
    ownerId,
    mode,
    now,
    status,
    orderRef,
    from && new Date(from),
    to && endOfDateText(to),
    query.customer_email?.toLowerCase(),
    currency,
    method,
    min,
    max,
    query.refund_status,
    state,
  ];
}
