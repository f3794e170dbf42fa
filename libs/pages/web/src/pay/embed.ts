import { effect } from '@preact/signals';
import { session, start } from './session';

/** Messages between this page and the page that holds it in a frame. They never contain data of the card or the buyer. */
const NAMESPACE = 'checkout';
const VERSION = 1;
type MessageType = 'ready' | 'resize' | 'success' | 'close' | 'redirect_required';

export const isFramed = window.parent !== window;

/** The address of the frame ends in `#nonce=…&origin=…`: browsers do not send this part, so no log contains it. */
const given = new URLSearchParams(location.hash.slice(1));
const nonce = given.get('nonce');
const origin = given.get('origin');
/** In test mode, pages on the developer's own machine are allowed too. */
const LOOPBACK = /^https?:\/\/(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1)(?::\d+)?$/;
const isAllowed =
  isFramed &&
  nonce !== null &&
  origin !== null &&
  ([...start.embedOrigins, location.origin].includes(origin) ||
    (start.session.is_test && LOOPBACK.test(origin)));

/** Sends a message to the parent page, addressed to its exact origin; does nothing where no parent is allowed. */
export function postToParent(type: MessageType, payload: object = {}): void {
  if (!isAllowed) return;
  const { session_id } = session.value;
  window.parent.postMessage({ ns: NAMESPACE, v: VERSION, type, nonce, session_id, payload }, origin);
}

/** Opens another company's page, never inside a frame, because a frame does not show the address of its page. */
export function redirectTo(url: string): void {
  if (!isFramed) return location.assign(url);
  postToParent('redirect_required', { url: new URL(continueUrl(), location.href).href });
}

/** An address of this host that redirects to the page on which the payment is confirmed. */
export const continueUrl = (): string => `${location.pathname}/continue`;

export function connectToParent(onMode: (mode: string) => void): void {
  if (!isAllowed) return;
  addEventListener('message', ({ data, origin: from, source }: MessageEvent) => {
    const message = data as { ns?: unknown; nonce?: unknown; type?: unknown; mode?: unknown } | null;
    if (from !== origin || source !== window.parent || message?.ns !== NAMESPACE) return;
    if (message.nonce === nonce && message.type === 'opened') onMode(String(message.mode));
  });
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) postToParent('close');
  });
  new ResizeObserver(() => postToParent('resize', { height: document.documentElement.offsetHeight })).observe(
    document.body,
  );
  let hasPosted = false;
  effect(() => {
    if (session.value.status !== 'completed' || hasPosted) return;
    hasPosted = true;
    postToParent('success');
  });
  postToParent('ready');
}
