import { signal } from '@preact/signals';
import { type ErrorAnswer, Refusal } from './refusal';

/** How long a token is used before another one is asked for. The session idles by these requests. */
const RENEW_MS = 5 * 60_000;

interface Grant {
  access_token: string;
}

interface Claims {
  sid: string;
  sub: string;
}

/** The bearer lives here only: no storage that a script of another page could read. */
let token: { text: string; at: number; claims: Claims } | undefined;
let asking: Promise<string> | undefined;

/** Whether the session has ended below a page that may hold input: the sign-in dialog opens over it. */
export const isSignedOut = signal(false);

const claimsOf = (text: string): Claims => {
  const body = text.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/');
  return JSON.parse(atob(body)) as Claims;
};

async function request<Answer>(method: string, path: string, fields?: object): Promise<Answer> {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    ...(fields && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) }),
  });
  if (response.status === 204) return undefined as Answer;
  const answer = (await response.json()) as Answer;
  if (!response.ok) throw new Refusal(response, answer as ErrorAnswer);
  return answer;
}

function keep({ access_token: text }: Grant): string {
  token = { text, at: Date.now(), claims: claimsOf(text) };
  return text;
}

/** A token of the session of this page. Another tab may have signed in another person: then the page is loaded anew. */
export async function bearer(): Promise<string> {
  if (token && Date.now() - token.at < RENEW_MS) return token.text;
  asking ??= request<Grant>('POST', '/session/token', {})
    .then((grant) => {
      const { sid } = claimsOf(grant.access_token);
      if (token && token.claims.sid !== sid) location.reload();
      return keep(grant);
    })
    .finally(() => (asking = undefined));
  return asking;
}

/** Makes the next request ask for a token, after a refusal of the one at hand. */
export function forgetToken(): void {
  if (token) token.at = 0;
}

/** Signs in. After the end of a session the same person goes on with the page as it is; another one gets it anew. */
export async function signIn(fields: Record<string, string>): Promise<void> {
  const before = token?.claims.sub;
  keep(await request<Grant>('POST', '/session', fields));
  if (before !== undefined && before !== token!.claims.sub) location.reload();
  isSignedOut.value = false;
}

/** Opens the account in the place of the one at hand; other tabs load anew at their next request. */
export async function openAccount(id: string): Promise<void> {
  await request<Grant>('POST', '/session/account', { account_id: id });
  location.assign('/dashboard');
}

export const endSession = (): Promise<void> => request('DELETE', '/session');

export async function signOut(): Promise<void> {
  // A session that has ended already needs no end.
  await endSession().catch((error: unknown) => {
    if (!(error instanceof Refusal && error.status === 401)) throw error;
  });
  location.assign('/login');
}
