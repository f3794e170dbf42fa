import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';

/** The addresses at which a merchant reads mail. */
@Injectable()
export class MerchantEmails {
  constructor(@Inject(POSTGRES_POOL) private readonly pool: Pool) {}

  /** Whether mail to this address reaches the merchant, also under another tag (`name+tag@…`). */
  async includes(ownerId: string, email: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [
      ownerId,
    ]);
    return rows.some((row) => mailboxOf(row.email) === mailboxOf(email));
  }
}

/** The address without its tag. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, at).split('+')[0]}${email.slice(at)}`.toLowerCase();
}
