import { simulatorAccess } from '@app/gateways';
import { eventually } from '../../support/eventually';
import type { CallOptions, HttpAnswer } from '../../support/http-client';
import type { TestUser } from '../../support/people';
import type { Platform } from '../../support/platform';

/** Ten nines and a digit stand for a behaviour of the simulated registry; every other number matches. */
export const NUMBERS = {
  unknown: '99999999990',
  otherNames: '99999999991',
  otherBirthDate: '99999999992',
  nearly: '99999999993',
  slow: '99999999994',
  consent: '99999999995',
  away: '99999999999',
} as const;

export const VERIFIED = [200, 'verified', true];
export const PENDING = [200, 'pending', false];
export const REVIEW = [200, 'review', false];
export const MISMATCH = [200, 'mismatch', false];

/** Status, `status` or error code, and `bvn_verified` of an answer. */
export const answerOf = ({ status, body }: HttpAnswer) => [
  status,
  body.status ?? body.error_code,
  body.bvn_verified,
];

let last = 22_000_000_000;
/** A number that no other test uses. */
export const freshNumber = () => String((last += 7));

/** Requests and rows of BVN verifications. The platform needs the apps business and sandbox. */
export class BvnTrials {
  constructor(private readonly platform: Platform) {}

  person(): Promise<TestUser> {
    return this.platform.signUp({ first_name: 'Ada', last_name: 'Okafor' });
  }

  verify(
    { token }: { token: string },
    bvn: unknown,
    fields: object = {},
    options: CallOptions = {},
  ): Promise<HttpAnswer> {
    const path = 'kyc.php?action=verify-bvn';
    return this.platform.post('business', path, { bvn, ...fields }, { token, ...options });
  }

  rowsOf(user: { id: string }) {
    return this.platform.sql<{ status: string; outcome: string | null; hashed: boolean; sealed: boolean }>(
      `SELECT status, outcome, bvn_hmac IS NOT NULL AS hashed, details_ciphertext IS NOT NULL AS sealed
         FROM bvn_verifications WHERE user_id = $1 ORDER BY started_at, id`,
      [user.id],
    );
  }

  async statusesOf(user: { id: string }): Promise<string[]> {
    return (await this.rowsOf(user)).map(({ status }) => status);
  }

  async isVerified(user: { id: string }): Promise<boolean> {
    const [row] = await this.platform.sql<{ at: Date | null }>(
      'SELECT bvn_verified_at AS at FROM users WHERE id = $1',
      [user.id],
    );
    return row!.at !== null;
  }

  /** Orders that the company has taken. */
  async countStarts(): Promise<number> {
    const [row] = await this.platform.sql<{ n: string }>(
      'SELECT count(*) AS n FROM simulator.bvn_verifications',
    );
    return Number(row!.n);
  }

  /** Takes back the verified number of an account, until it is restored. */
  async takeBack(user: { id: string }): Promise<{ restore: () => Promise<unknown> }> {
    const [row] = await this.platform.sql<{ id: string; hmac: Buffer; details: Buffer }>(
      `SELECT id, bvn_hmac AS hmac, details_ciphertext AS details FROM bvn_verifications WHERE user_id = $1 AND status = 'verified'`,
      [user.id],
    );
    const set = async (status: string, kept: { hmac: Buffer; details: Buffer } | null, at: Date | null) => {
      const change = `UPDATE bvn_verifications SET status = $2, bvn_hmac = $3, details_ciphertext = $4 WHERE id = $1`;
      await this.platform.sql(change, [row!.id, status, kept?.hmac, kept?.details]);
      await this.platform.sql('UPDATE users SET bvn_verified_at = $2 WHERE id = $1', [user.id, at]);
    };
    await set('failed', null, null);
    return { restore: () => set('verified', row!, new Date()) };
  }

  /** Moves the verifications of an account into the past. */
  age(user: { id: string }, interval: string) {
    return this.platform.sql(
      `UPDATE bvn_verifications SET started_at = started_at - $2::interval, ask_at = ask_at - $2::interval
        WHERE user_id = $1`,
      [user.id, interval],
    );
  }

  /** Orders or clears failures of the simulated company. */
  faults(method: 'POST' | 'DELETE', body?: object): Promise<Response> {
    const { secretKey } = simulatorAccess(this.platform.config, 'live');
    return fetch(`${this.platform.urls.sandbox}/simulator/gateway/faults`, {
      method,
      headers: {
        authorization: `Bearer ${secretKey}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
  }

  /** An event of the company. */
  event(reference: string): Promise<HttpAnswer> {
    const body = { event: 'bvn.completed', data: { reference, status: 'COMPLETED' } };
    const headers = { 'verif-hash': this.platform.config.env.GATEWAY_EVENT_HASH };
    return this.platform.post('business', 'gateway-events.php', body, { headers });
  }

  /** The types of a person's notifications, as soon as one is about a BVN. */
  noticesOf({ token }: TestUser): Promise<string[]> {
    return eventually(async () => {
      const { body } = await this.platform.get('business', 'notifications.php?action=list', { token });
      const types = (body.data.data as { type: string }[]).map(({ type }) => type);
      return types.some((type) => type.startsWith('kyc.bvn')) ? types : undefined;
    });
  }
}
