import { Inject, Injectable } from '@nestjs/common';
import { POSTGRES_POOL } from '@app/database';
import type { Pool } from 'pg';
import { DeviceTokensService } from './device-tokens.service';

/** Where a request to sign in or to reset a password comes from. */
export interface ClaimedClient {
  ip: string;
  /** From the header `X-Device-Token`. */
  deviceToken?: string;
}

/** Recognises clients that were signed in to an account before. */
@Injectable()
export class KnownClientsQueries {
  constructor(
    @Inject(POSTGRES_POOL) private readonly pool: Pool,
    private readonly tokens: DeviceTokensService,
  ) {}

  /**
   * A name of the client among those of the account with this address; null for other clients. A device is known by its
   * token, an address by the sessions that are kept of it.
   */
  async find(email: string, { ip, deviceToken }: ClaimedClient): Promise<string | null> {
    const { rows } = await this.pool.query<{ id: string; known: boolean }>({
      name: 'known_client',
      text: `SELECT u.id, EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id AND s.ip = $2) AS known
               FROM users u WHERE u.email = $1`,
      values: [email, ip],
    });
    const [user] = rows;
    if (!user) return null;
    const device = deviceToken === undefined ? null : this.tokens.deviceOf(user.id, deviceToken);
    if (device) return `${user.id} ${device}`;
    return user.known ? `${user.id} ${ip}` : null;
  }
}
