import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import { notFound } from '@app/kernel';
import type { Pool } from 'pg';

export interface Payee {
  /** As buyers know it: the business, else the app that asks for the money, else the person. */
  name: string;
  email: string;
}

/** Over `users u` and `merchant_apps a`. */
export const PAYEE_NAME = `coalesce(u.business_name, a.name, u.first_name || ' ' || u.last_name)`;

/** Who is paid, as buyers and the gateway are told. */
@Injectable()
export class Payees {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  async of({ ownerId, appId }: { ownerId: string; appId: string | null }): Promise<Payee> {
    const { rows } = await this.pool.query<Payee>({
      name: 'checkout_payee',
      text: `SELECT u.email, ${PAYEE_NAME} AS name FROM users u LEFT JOIN merchant_apps a ON a.id = $2 WHERE u.id = $1`,
      values: [ownerId, appId],
    });
    if (!rows[0]) throw notFound('Account');
    return rows[0];
  }
}
