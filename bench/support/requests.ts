import { randomBytes } from 'node:crypto';
import { sign } from 'jsonwebtoken';
import { Config } from '@app/config';
import { ACCESS_TOKEN } from '../../libs/accounts/src/sessions/access-token.policy';
import { accessTokenKey } from '../../libs/accounts/src/sessions/access-tokens.service';
import { checkoutSessionId, PIN, sessionId, userId, usertagOf } from './people';

export interface TransferTraffic {
  kind: 'transfers';
  path: string;
  /** The payee of all transfers. If it is missing, each transfer has a random payee. */
  to?: number;
}

export interface PayoutTraffic {
  kind: 'payouts';
  path: string;
  /** The only person who withdraws. If it is missing, all do in turn. */
  from?: number;
}

/** Number of payees that each person pays in one request. */
export interface PayrollTraffic {
  kind: 'payrolls';
  path: string;
  rows: number;
}

/** Payment requests and checkout sessions that wait for payment, or paid ones to refund (see `dues.ts`), by their numbers. */
export interface DueTraffic {
  kind: 'payment-requests' | 'checkout-sessions' | 'refunds';
  path: string;
  first: number;
  count: number;
}

export type Traffic = TransferTraffic | PayrollTraffic | PayoutTraffic | DueTraffic;

const KEPT_MS = 600_000;
let tokens: { texts: string[]; signedAt: number } | null = null;

/** Headers of people who are signed in. Each token is used many times. */
function accessTokens(people: number): string[] {
  if (!tokens || tokens.texts.length < people || Date.now() - tokens.signedAt > KEPT_MS) {
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
      algorithm,
      issuer,
      audience,
      subject: userId(n),
    }),
  );
}

/** The access token of a person. */
export const bearerOf = (person: number): string => accessTokens(person + 1)[person]!;

/** The people pay in turn, in an order without a pattern, so that no person reaches a limit before the others. */
export const STRIDE = 7919;
const run = randomBytes(6).toString('hex');
let turn = Math.floor(Math.random() * 1e6);

/** Returns the next person's request as bytes on each call. */
export function requestsOf(traffic: Traffic, people: number): () => string {
  const texts = accessTokens(people);
  if (traffic.kind === 'payrolls') return () => payrollRequest(texts, traffic);
  if (traffic.kind === 'payouts') return () => withdrawal(texts, traffic);
  return traffic.kind === 'transfers' ? () => transferRequest(texts, traffic) : duePayments(texts, traffic);
}

function transferRequest(texts: readonly string[], { path, to }: TransferTraffic): string {
  turn += 1;
  const from = (turn * STRIDE) % texts.length;
  const chosen = to ?? (from + 1 + Math.floor(Math.random() * (texts.length - 1))) % texts.length;
  const body = `{"recipient":"@${usertagOf(chosen === from ? chosen + 1 : chosen)}","amount":12.34,"note":"Lunch","pin":"${PIN}"}`;
  return post(path, texts[from]!, `${run}-${turn}`, body);
}

/** The smallest amount that is paid out at the rates of the scene. */
function withdrawal(texts: readonly string[], { path, from }: PayoutTraffic): string {
  turn += 1;
  const body = `{"method":"extwallet","amount":10,"details":{"extwallet_email":"ada@example.com"},"pin":"${PIN}"}`;
  return post(path, texts[from ?? (turn * STRIDE) % texts.length]!, `${run}-payout-${turn}`, body);
}

/** Neighbours of a random person, whom other requests are unlikely to pay at the same time. */
function payrollRequest(texts: readonly string[], { path, rows }: PayrollTraffic): string {
  turn += 1;
  const from = (turn * STRIDE) % texts.length;
  const first = from + 1 + Math.floor(Math.random() * (texts.length - rows - 1));
  const recipients = Array.from(
    { length: rows },
    (_, i) => `{"recipient":"@${usertagOf((first + i) % texts.length)}","amount":12.34,"note":"Salary"}`,
  );
  const body = `{"batch_name":"November","recipients":[${recipients.join(',')}],"pin":"${PIN}"}`;
  return post(path, texts[from]!, `${run}-payroll-${turn}`, body);
}

/** The person who is paid by due number `n`, in JavaScript and in SQL. */
export const payeeOf = (n: number, people: number): number => (n * STRIDE + 1 + (n % (people - 1))) % people;
export const payeeSql = (people: number): string => `(n * ${STRIDE} + 1 + n % ${people - 1}) % ${people}`;

/** Each is paid once, by the person for whom it was made, or refunded by the person who was paid. */
function duePayments(texts: readonly string[], { kind, path, first, count }: DueTraffic): () => string {
  let next = first;
  const fields =
    kind === 'payment-requests'
      ? (n: number) => `"request_id":${n}`
      : (n: number) => `"session_id":"${checkoutSessionId(n)}"`;
  return () => {
    if (next === first + count) throw new Error(`${count} ${kind} were not enough`);
    const due = next++;
    const body = `{${fields(due)},"pin":"${PIN}"}`;
    const person = kind === 'refunds' ? payeeOf(due, texts.length) : (due * STRIDE) % texts.length;
    return post(path, texts[person]!, `${run}-${kind}-${due}`, body);
  };
}

function post(path: string, token: string, key: string, body: string): string {
  return (
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n` +
    `X-Idempotency-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}
