import { Inject, Injectable } from '@nestjs/common';
import { ofFrozenOwner, PUBLIC_NAME } from '@app/accounts';
import { arrayOf, BatchLoader, inOrder, QUERY_TIMEOUT, POSTGRES_POOL } from '@app/database';
import { notFound } from '@app/kernel';
import type { Pool } from 'pg';
import { payeeUnavailable } from '../common/checkout.errors';
import type { SessionOrigin } from './session.states';

export interface Payee {
  /** As buyers know it: see `PUBLIC_NAME`. */
  name: string;
  email: string;
  /** No payment to a frozen account begins. */
  frozen: boolean;
  /** A closed account, which is frozen too, is credited with nothing. */
  closed: boolean;
}

interface Key {
  ownerId: string;
  appId: string | null;
}

/** Throws INVALID_STATE where a payment to this account cannot begin. */
export function assertTakesPayments({ frozen }: Payee): void {
  if (frozen) throw payeeUnavailable();
}

/** SQL: whether a session (`s`) does not end by its time: links of subscriptions wait while their merchant is frozen. */
export const whileFrozen = (s: string): string => `(${s}.purpose = 'subscription' AND ${ofFrozenOwner(s)})`;

/** The same of a session that was loaded. */
export function isWhileFrozen({ origin }: { origin: SessionOrigin }, { frozen, closed }: Payee): boolean {
  return origin === 'subscription' && frozen && !closed;
}

/** Who is paid, as shown to buyers and the gateway. */
@Injectable()
export class PayeesQueries {
  private readonly payees = new BatchLoader((keys: Key[]) => this.payeesOf(keys));

  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  async payeeOf(key: Key): Promise<Payee> {
    const payee = await this.payees.read(key);
    if (!payee) throw notFound('Account');
    return payee;
  }

  private async payeesOf(keys: Key[]): Promise<(Payee | null)[]> {
    const { rows } = await this.pool.query<Payee & { ord: string }>({
      ...QUERY_TIMEOUT,
      name: 'checkout_payees',
      text: `SELECT k.ord, u.email, ${PUBLIC_NAME} AS name, u.frozen_at IS NOT NULL AS frozen,
                    u.closed_at IS NOT NULL AS closed
               FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(owner, app, ord)
               JOIN users u ON u.id = k.owner LEFT JOIN merchant_apps a ON a.id = k.app`,
      values: [arrayOf('uuid', keys, ({ ownerId }) => ownerId), arrayOf('uuid', keys, ({ appId }) => appId)],
    });
    return inOrder(keys.length, rows);
  }
}
