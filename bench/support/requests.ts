import { randomBytes } from 'node:crypto';
import { sign } from 'jsonwebtoken';
import { Config } from '@app/config';
import { ACCESS_TOKEN, accessTokenKey } from '../../libs/accounts/src/access-tokens';
import { PIN, sessionId, userId, usertagOf } from './people';

export interface TransferTraffic {
  kind: 'transfers';
  path: string;
  /** Whom everybody pays; absent: somebody at random. */
  to?: number;
}

const KEPT_MS = 600_000;
let tokens: { texts: string[]; signedAt: number } | null = null;

/** What people send along who signed in a while ago: everybody uses a token many times. */
export function accessTokens(people: number): string[] {
  if (!tokens || Date.now() - tokens.signedAt > KEPT_MS) {
    tokens = { texts: signTokens(people), signedAt: Date.now() };
  }
  return tokens.texts;
}

function signTokens(people: number): string[] {
  const key = accessTokenKey(Config.from({}));
  const { algorithm, issuer, audience, typ, seconds } = ACCESS_TOKEN;
  const iat = Math.floor(Date.now() / 1000);
  return Array.from({ length: people }, (_, n) =>
    sign({ typ, sid: sessionId(n), iat, exp: iat + seconds }, key, {
      ...{ algorithm, issuer, audience },
      subject: userId(n),
    }),
  );
}

/** Everybody pays in turn, in an order without a pattern: nobody meets a limit before all the others do. */
const STRIDE = 7919;
const run = randomBytes(6).toString('hex');
let turn = Math.floor(Math.random() * 1e6);

/** The next person's transfer, as it goes over the wire. */
export function transferRequest(texts: readonly string[], { path, to }: TransferTraffic): string {
  turn += 1;
  const from = (turn * STRIDE) % texts.length;
  const chosen = to ?? (from + 1 + Math.floor(Math.random() * (texts.length - 1))) % texts.length;
  const body = `{"recipient":"@${usertagOf(chosen === from ? chosen + 1 : chosen)}","amount":12.34,"note":"Lunch","pin":"${PIN}"}`;
  return (
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${texts[from]}\r\n` +
    `X-Idempotency-Key: ${run}-${turn}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}
