import { computed, signal } from '@preact/signals';
import { buyer, restoreBuyer } from './buyer';
import { outcomeMessage } from './messages';
import type { Answer, PageStart, SessionStatus } from './wire';

export const start = JSON.parse(document.getElementById('start')!.textContent) as PageStart;

restoreBuyer(start.session.session_id);

/** The last known status of the session. */
export const session = signal<SessionStatus>(start.session);
/** What the buyer pays. */
export const due = computed(() => ({ amount: session.value.amount_due, currency: session.value.currency }));
/** Whether the way to pay that is chosen is a card. */
export const paysByCard = signal(start.session.payment_methods[0] === 'card');
/** The error or change since the buyer's last action; '' for none. */
export const problem = signal('');
/** Whether a request of the buyer is running: status changes are shown after its response. */
export const isBusy = signal(false);

/** The time of the server, independent of the buyer's clock. */
const aheadMs = Date.parse(start.now) - Date.now();
export const serverNow = (): number => Date.now() + aheadMs;

const token = location.pathname.split('/')[2]!;
const credentials = () => ({
  'x-session-token': token,
  ...(buyer.value && { 'x-buyer-token': buyer.value.token }),
});
const WAIT_SECONDS = 20;
const AGAIN_MS = 2000;

export interface Result {
  status: number;
  answer: Answer;
}

/** An idempotency key: an action that is sent again with the same key is executed once. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Actions that take the address of a buyer without an account. */
const PAYMENTS_BY_GUESTS = new Set([
  ...['pay-card', 'pay-card-submit', 'pay-bank-transfer', 'pay-ussd', 'pay-mobile-money', 'pay-extwallet'],
]);

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
      ...credentials(),
      ...(key !== undefined && { 'x-idempotency-key': key }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify({
      session_id: session.value.session_id,
      ...(buyer.value && PAYMENTS_BY_GUESTS.has(action) && { buyer_email: buyer.value.email }),
      ...fields,
    }),
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
    headers: credentials(),
    signal: mine.signal,
  });
  const answer = (await response.json()) as SessionStatus & Answer;
  if (answer.success && !mine.signal.aborted && !isBusy.value) take(answer);
}

/** Shows a new status and the message it causes. */
function take(next: SessionStatus): void {
  if (next.revision === session.value.revision) return;
  const message = outcomeMessage(next);
  if (message !== '') problem.value = message;
  session.value = next;
}

/** Requests the status at once; after a lost connection, as soon as it is back. */
export async function refresh(): Promise<void> {
  await ask(0).catch(() => undefined);
  void follow();
}

const isOver = () => session.value.status === 'completed' || session.value.status === 'expired';
let following = 0;

/** Follows the status by long polling until the session is closed. */
export async function follow(): Promise<void> {
  const mine = ++following;
  while (!isOver() && mine === following) {
    const began = performance.now();
    try {
      await ask(WAIT_SECONDS);
    } catch {
      // The connection was lost or another request replaced this one; the loop requests again.
    }
    if (mine !== following) return;
    const rest = AGAIN_MS - (performance.now() - began);
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  }
}
