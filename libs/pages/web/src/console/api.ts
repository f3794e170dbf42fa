import { ACTIONS, type ActionName, isOfStaff } from './actions';
import { mode } from './mode';
import { proveFactor } from './proof';
import { type ErrorAnswer, Refusal } from './refusal';
import { bearer, forgetToken, isSignedOut } from './session';
import { me } from './signed-in';
import { start } from './start';

export interface Page<Row> {
  data: Row[];
  total: number;
  page: number;
  total_pages: number;
  has_next: boolean;
  next_cursor: string | null;
}

export type Fields = Record<string, string | number | boolean | undefined | null>;

interface Call {
  method?: 'GET' | 'POST' | 'DELETE';
  query?: Fields;
  body?: object;
  /** An action that is sent again with the same key is executed once. */
  key?: string;
  /** Answers what the action would do, and does nothing. */
  isDryRun?: boolean;
  /** Whether it is called by those who have no account yet. */
  isPublic?: boolean;
}

export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The name of the action in the mode at hand, and whether the sandbox has it; null where there is none. */
export function actionOf(action: ActionName): { name: string; isTest: boolean } | null {
  if (isOfStaff(action)) return { name: action, isTest: false };
  const names = ACTIONS[action];
  if (typeof names === 'string') return { name: names, isTest: false };
  const isTest = mode.value === 'test';
  const name = names[isTest ? 1 : 0];
  return name === null ? null : { name, isTest };
}

interface Address {
  url: string;
  isTest: boolean;
}

/** The address of an action, e.g. `/api/business.php/payments/list?page=2`. */
function addressOf(action: ActionName, query: Fields = {}): Address {
  const found = actionOf(action);
  if (!found) throw new Error(`${action} is no action of this mode`);
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  const path = `/api/${found.name.replace(/:$/, '').replace(':', '/')}${search && `?${search}`}`;
  return { url: (found.isTest ? start.sandbox : '') + path, isTest: found.isTest };
}

async function request({ url, isTest }: Address, call: Call): Promise<Response> {
  const isForm = call.body instanceof FormData;
  const headers: Record<string, string> = {
    ...(!call.isPublic && { authorization: `Bearer ${await bearer()}` }),
    ...(isTest && { 'x-app': me.value?.modes.test[0]?.app_id ?? '' }),
    ...(call.body && !isForm && { 'content-type': 'application/json' }),
    ...(call.key !== undefined && { 'x-idempotency-key': call.key }),
    ...(call.isDryRun && { 'x-dry-run': 'true' }),
  };
  const body = isForm ? (call.body as FormData) : call.body && JSON.stringify(call.body);
  const method = call.method ?? (call.body ? 'POST' : 'GET');
  return fetch(url, { method, headers, body, credentials: 'omit' });
}

/**
 * Sends a request, with a new token where the one at hand has ended, and after a sign-in where the session has. The address
 * is that of the mode in which the request was made, whichever mode is shown by then.
 */
async function answered(to: Address, call: Call, isRepeated = false): Promise<Response> {
  try {
    const response = await request(to, call);
    if (response.ok) return response;
    throw new Refusal(response, (await response.json().catch(() => ({}))) as ErrorAnswer);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error instanceof TypeError ? new Refusal(null) : error;
    if (error.code === 'TOTP_REQUIRED' && error.answer.step_up === true) {
      await proveFactor(error);
      return answered(to, call, isRepeated);
    }
    if (error.status !== 401 || !['UNAUTHENTICATED', 'TOKEN_EXPIRED'].includes(error.code)) throw error;
    if (!isRepeated) {
      forgetToken();
      return answered(to, call, true);
    }
    // Before the first answer there is nothing on the page to keep: the sign-in page takes its place.
    if (me.value === null) throw error;
    await signedInAgain();
    return answered(to, call);
  }
}

function signedInAgain(): Promise<void> {
  isSignedOut.value = true;
  return new Promise((resolve) => {
    const stop = isSignedOut.subscribe((isOut) => {
      if (isOut) return;
      queueMicrotask(() => stop());
      resolve();
    });
  });
}

/** What an action answers: the fields of the answer, or what `data` holds where there is nothing beside it. */
export async function call<Answer>(action: ActionName, given: Call = {}): Promise<Answer> {
  const response = await answered(addressOf(action, given.query), given);
  const body = (await response.json()) as { data?: unknown };
  const isList = Object.keys(body).every((field) => field === 'success' || field === 'data');
  return (isList && 'data' in body ? body.data : body) as Answer;
}

export const read = <Answer>(action: ActionName, query?: Fields): Promise<Answer> => call(action, { query });

export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Saves an answer that is a file under this name. */
export async function download(action: ActionName, query: Fields, name: string): Promise<void> {
  const response = await answered(addressOf(action, query), {});
  saveFile(await response.blob(), name);
}

/** The address of an answer that is a file, until it is revoked. */
export async function fileAddress(action: ActionName, query: Fields): Promise<string> {
  const response = await answered(addressOf(action, query), {});
  return URL.createObjectURL(await response.blob());
}
