import { CheckoutError, FRAME_REFUSED } from './options';

/** A page that does not answer within this time after its load cannot be shown in a frame here. */
const ANSWERS_WITHIN_MS = 6000;
const LOADS_WITHIN_MS = 30_000;

export interface FrameEvents {
  ready(): void;
  resize(height: number): void;
  success(sessionId: string): void;
  close(): void;
  /** The page cannot be shown here. */
  refused(error: CheckoutError): void;
}

interface Message {
  ns?: unknown;
  type?: unknown;
  nonce?: unknown;
  session_id?: unknown;
  payload?: { height?: unknown; url?: unknown };
}

/**
 * The payment page in a frame. Both sides check the origin and the window of the other and a nonce, which is in the
 * fragment of the address: browsers send no fragments.
 */
export function payFrame(url: URL, title: string, mode: string, events: FrameEvents) {
  const nonce = Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join('');
  const address = new URL(url.href);
  address.hash = new URLSearchParams({ nonce, origin: location.origin }).toString();

  const frame = document.createElement('iframe');
  frame.title = title;
  frame.allow = 'clipboard-write';
  frame.referrerPolicy = 'no-referrer';
  const style = { width: '100%', border: '0', display: 'block', colorScheme: 'normal' };
  Object.assign(frame.style, style);
  frame.src = address.href;

  let timer = setTimeout(
    () => events.refused(new CheckoutError('load_failed', 'The payment page did not load.')),
    LOADS_WITHIN_MS,
  );
  frame.addEventListener('load', () => {
    clearTimeout(timer);
    timer = setTimeout(
      () =>
        events.refused(
          new CheckoutError(FRAME_REFUSED, `Add ${location.origin} to the allowed origins of the app.`),
        ),
      ANSWERS_WITHIN_MS,
    );
  });

  const onMessage = ({ data, origin, source }: MessageEvent) => {
    const message = data as Message | null;
    if (origin !== url.origin || source !== frame.contentWindow) return;
    if (message?.ns !== 'checkout' || message.nonce !== nonce) return;
    clearTimeout(timer);
    switch (message.type) {
      case 'ready':
        frame.contentWindow!.postMessage({ ns: 'checkout', v: 1, type: 'opened', nonce, mode }, url.origin);
        return events.ready();
      case 'resize':
        return events.resize(Number(message.payload?.height) || 0);
      case 'success':
        return events.success(String(message.session_id));
      case 'close':
        return events.close();
      case 'redirect_required':
        return leave(String(message.payload?.url));
    }
  };
  /** The page of the bank opens in the whole window, through a redirect of the checkout. */
  const leave = (to: string) => {
    if (new URL(to).origin === url.origin) location.assign(to);
  };
  addEventListener('message', onMessage);

  return {
    frame,
    remove() {
      clearTimeout(timer);
      removeEventListener('message', onMessage);
      frame.remove();
    },
  };
}
