import { effect } from '@preact/signals';
import { session, start } from './session';

/** What goes between this page and the page that holds it in a frame. Never card data, never anything of the buyer. */
const NAMESPACE = 'checkout';
const VERSION = 1;
type Say = 'ready' | 'resize' | 'success' | 'close' | 'redirect_required';

export const isFramed = window.parent !== window;

/** The frame's address ends in `#nonce=…&origin=…`: kept out of requests, so out of every log. */
const given = new URLSearchParams(location.hash.slice(1));
const nonce = given.get('nonce');
const origin = given.get('origin');
const mayTalk =
  isFramed && nonce !== null && origin !== null && [...start.embedOrigins, location.origin].includes(origin);

/** Tells the page around this one, by its exact origin; says nothing where there is none it may talk to. */
export function tell(type: Say, payload: object = {}): void {
  if (!mayTalk) return;
  const { session_id } = session.value;
  window.parent.postMessage({ ns: NAMESPACE, v: VERSION, type, nonce, session_id, payload }, origin);
}

/** Leads the buyer to another company's page: never inside a frame, where nobody sees whose page it is. */
export function leadTo(url: string): void {
  if (!isFramed) return location.assign(url);
  tell('redirect_required', { url: new URL(continueUrl(), location.href).href });
}

/** An address of this host that leads to where the waiting payment is confirmed. */
export const continueUrl = (): string => `${location.pathname}/continue`;

export function talkToParent(onMode: (mode: string) => void): void {
  if (!mayTalk) return;
  addEventListener('message', ({ data, origin: from, source }: MessageEvent) => {
    const message = data as { ns?: unknown; nonce?: unknown; type?: unknown; mode?: unknown } | null;
    if (from !== origin || source !== window.parent || message?.ns !== NAMESPACE) return;
    if (message.nonce === nonce && message.type === 'opened') onMode(String(message.mode));
  });
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) tell('close');
  });
  new ResizeObserver(() => tell('resize', { height: document.documentElement.offsetHeight })).observe(
    document.body,
  );
  let hasTold = false;
  effect(() => {
    if (session.value.status !== 'completed' || hasTold) return;
    hasTold = true;
    tell('success');
  });
  tell('ready');
}
