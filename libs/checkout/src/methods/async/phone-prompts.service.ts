import { Injectable } from '@nestjs/common';
import { Config, derivedKey, KeyedHash } from '@app/config';
import { networksOf } from '@app/http';
import { addSeconds, Clock } from '@app/kernel';
import { CountLimits, UnitOfWork } from '@app/write-path';
import { phonePrompted, tooManyPrompts } from '../../common/checkout.errors';
import type { CheckoutSession } from '../../sessions/checkout-session.aggregate';

const WINDOW_SECONDS = 600;
/** Prompts to one phone number, of all merchants together. */
const PER_NUMBER = 3;
/** Prompts that one client network causes. A wider network has a multiple. */
const PER_NETWORK = 10;
/** Prompts in sessions that strangers open: of one public key, of the pages or the deposits of one account. */
const PER_PUBLIC_KEY = 60;
/** A scope that no request has, where a limit does not apply. */
const NONE = '';

interface Prompt {
  /** E.164. */
  phone: string;
  /** Null where the client is the merchant's server. */
  clientAddress: string | null;
}

/** Limits of the payment requests that phones receive, for any number of requests at once and all processes together. */
@Injectable()
export class PhonePromptsService {
  private readonly numbers: KeyedHash;

  constructor(
    private readonly limits: CountLimits,
    private readonly unit: UnitOfWork,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.numbers = new KeyedHash(derivedKey(config.env.FINGERPRINT_KEY, 'prompted phone number'));
  }

  /** Stages a prompt of an attempt in the current unit of work. Throws RATE_LIMITED where no further one may be sent for now. */
  async admit(attemptId: string, session: CheckoutSession, { phone, clientAddress }: Prompt): Promise<void> {
    if (!this.config.env.RATE_LIMITS) return;
    const now = this.clock.now();
    const since = addSeconds(now, -WINDOW_SECONDS);
    // No phone receives a prompt of test mode, which is limited by account, so that it uses up nothing of live numbers.
    const space = session.mode === 'live' ? '' : `test ${session.ownerId} `;
    const number = this.numbers.digest(space + phone).toString('base64url');
    const [network, site] = clientAddress === null ? [] : networksOf(clientAddress).toReversed();
    const scope = publicScopeOf(session);
    const scopes = [network?.key, site?.key, scope].map((key) => (key ? space + key : NONE));
    const locked = [number, ...scopes].filter((key) => key !== NONE).map((key) => `prompts ${key}`);
    const sentTo = (column: string, place: number) =>
      `(SELECT count(*)::int FROM phone_prompts WHERE ${column} = $${place} AND sent_at > $1) AS ${column}`;
    await this.limits.require<Record<'number' | 'waiting' | 'network' | 'site' | 'scope', number>>({
      lock: locked.toSorted(),
      sql: `SELECT ${sentTo('number', 2)}, ${sentTo('network', 3)}, ${sentTo('site', 4)}, ${sentTo('scope', 5)},
                   (SELECT count(*)::int FROM phone_prompts p JOIN checkout_attempts a ON a.id = p.attempt_id
                     WHERE p.number = $2 AND p.sent_at > $1 AND a.status IN ('calling', 'waiting')
                       AND a.checkout_session_id <> $6::uuid) AS waiting`,
      parameters: [since, number, ...scopes, session.id],
      limits: {
        waiting: { max: 1, refusal: () => phonePrompted(WINDOW_SECONDS) },
        number: { max: PER_NUMBER, refusal: () => tooManyPrompts('to this phone number', WINDOW_SECONDS) },
        ...(network && {
          network: {
            max: PER_NETWORK * network.factor,
            refusal: () => tooManyPrompts('from your network', WINDOW_SECONDS),
          },
        }),
        ...(site && {
          site: {
            max: PER_NETWORK * site.factor,
            refusal: () => tooManyPrompts('from your network', WINDOW_SECONDS),
          },
        }),
        ...(scope !== null && {
          scope: { max: PER_PUBLIC_KEY, refusal: () => tooManyPrompts('of this business', WINDOW_SECONDS) },
        }),
      },
    });
    this.unit.stage({
      sql: `INSERT INTO phone_prompts (attempt_id, number, network, site, scope, sent_at) VALUES ($1, $2, $3, $4, $5, $6)`,
      parameters: [attemptId, number, ...scopes, now],
    });
  }
}

/** Whose sessions strangers open; null for sessions of a secret key. */
function publicScopeOf({ cardPayee: payee }: CheckoutSession): string | null {
  switch (payee.kind) {
    case 'secret-key':
      return null;
    case 'public-key':
      return `key ${payee.appId}`;
    default:
      return `${payee.kind} ${payee.ownerId}`;
  }
}
