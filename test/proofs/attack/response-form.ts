import { errorFault } from '../../support/error-fault';

/** What the checks of a response need. */
export interface Answer {
  status: number;
  text: string;
  contentType: string;
  requestId: string;
  /** Whether it is the stored response of an earlier request with the same idempotency key. */
  isReplayed?: boolean;
}

/** Parts of internal errors that no refusal may show. */
const INTERNAL =
  /node_modules|\bat \S+ \(|libs\/\w+\/src|QueryFailedError|ECONNREFUSED|pg_catalog|relation "/;

const MAX_TRIES = 20;

/** Sends a request again while the busy database does not respond in time, as the response asks for. */
export async function untilAvailable<A extends { status: number; retryAfter: string | null } | null>(
  send: () => Promise<A>,
  onUnavailable: () => void = () => undefined,
): Promise<A> {
  for (let tries = 1; ; tries++) {
    const answer = await send();
    const isBusy = answer?.status === 503 && answer.retryAfter !== null;
    if (!isBusy || tries === MAX_TRIES) return answer;
    onUnavailable();
  }
}

/** What is wrong with the form of a response: an internal error, or an error that is not in the documented format. */
export function formFault({ status, text, contentType, requestId, isReplayed }: Answer): string | null {
  if (status >= 500) return `${status} ${text.slice(0, 300)}`;
  if (!contentType.includes('json')) return null;
  const body = parsed(text);
  if (status < 400) return body === undefined ? `not JSON: ${text.slice(0, 300)}` : null;
  if (INTERNAL.test(text)) return `shows internals: ${text.slice(0, 300)}`;
  const { success, message, request_id: id } = (body ?? {}) as Record<string, unknown>;
  const isError = success === false && typeof message === 'string' && (id === requestId || isReplayed);
  return isError ? errorFault(status, body) : `not the error format: ${text.slice(0, 300)}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
