import { computed, signal } from '@preact/signals';
import { whatHappened } from './said';
import type { Answer, PageStart, SessionStatus } from './wire';

export const start = JSON.parse(document.getElementById('start')!.textContent) as PageStart;

/** How the session stands, as far as this page has heard. */
export const session = signal<SessionStatus>(start.session);
/** What the buyer pays. */
export const due = computed(() => ({ amount: session.value.amount_due, currency: session.value.currency }));
/** What went wrong, or changed, since the buyer last acted; '' for nothing. */
export const problem = signal('');
/** Whether a request of the buyer's own is under way: what it does to the session is shown when it has answered. */
export const isBusy = signal(false);

/** The server's time now, whatever the buyer's clock says. */
const aheadMs = Date.parse(start.now) - Date.now();
export const serverNow = (): number => Date.now() + aheadMs;

const token = location.pathname.split('/')[2]!;
const WAIT_SECONDS = 20;
const AGAIN_MS = 2000;

export interface Result {
  status: number;
  answer: Answer;
}

/** For an action that moves money: sent again under the same key, it is done once. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function call(
  action: string,
  fields: object,
  { key, bearer }: { key?: string; bearer?: string } = {},
): Promise<Result> {
  const response = await fetch(`/api/sessions.php?action=${action}`, {
    method: 'POST',
    credentials: 'omit',
    headers: {
      'content-type': 'application/json',
      'x-session-token': token,
      ...(key !== undefined && { 'x-idempotency-key': key }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify({ session_id: session.value.session_id, ...fields }),
  });
  return { status: response.status, answer: (await response.json()) as Answer };
}

/** Banks whose customers can pay by dialling a code. */
export async function ussdBanks(): Promise<{ bank_code: string; name: string }[]> {
  const headers = { 'x-session-token': token };
  const response = await fetch('/api/sessions.php?action=ussd-banks', { credentials: 'omit', headers });
  return ((await response.json()) as { data: { bank_code: string; name: string }[] }).data;
}

let asking: AbortController | undefined;

async function ask(wait: number): Promise<void> {
  asking?.abort();
  const mine = (asking = new AbortController());
  const { session_id, revision } = session.value;
  const query = new URLSearchParams({ action: 'public-status', session_id });
  if (wait > 0) {
    query.set('wait', String(wait));
    query.set('since', revision);
  }
  const response = await fetch(`/api/sessions.php?${query.toString()}`, {
    credentials: 'omit',
    headers: { 'x-session-token': token },
    signal: mine.signal,
  });
  const answer = (await response.json()) as SessionStatus & Answer;
  if (answer.success && !mine.signal.aborted && !isBusy.value) take(answer);
}

/** A change of the session may have something to tell. */
function take(next: SessionStatus): void {
  if (next.revision === session.value.revision) return;
  const news = whatHappened(next);
  if (news !== '') problem.value = news;
  session.value = next;
}

/** Asks at once how things stand; where the connection is lost, as soon as it is back. */
export async function refresh(): Promise<void> {
  await ask(0).catch(() => undefined);
  void follow();
}

const isOver = () => session.value.status === 'completed' || session.value.status === 'expired';
let following = 0;

/** Hears of every change from here on: each question waits at the server until there is one. */
export async function follow(): Promise<void> {
  const mine = ++following;
  while (!isOver() && mine === following) {
    const began = performance.now();
    try {
      await ask(WAIT_SECONDS);
    } catch {
      // The connection was lost, or another question took the place of this one; asked again below.
    }
    if (mine !== following) return;
    const rest = AGAIN_MS - (performance.now() - began);
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  }
}
