import { withParameters } from '../../../src/address';
import { dialogWith } from './dialog';
import { payFrame } from './frame';
import { addressOf, CheckoutError, type CheckoutOptions, FRAME_REFUSED, pageAddress } from './options';

export interface OpenCheckout {
  close(): void;
}

const WORDS: Record<string, [title: string, close: string]> = {
  en: ['Payment', 'Close payment'],
  fr: ['Paiement', 'Fermer le paiement'],
};

let current: OpenCheckout | undefined;

/** Opens the payment page over this one, inside it or instead of it. One can be open at a time. */
export function open(options: CheckoutOptions, scriptHost: string): OpenCheckout {
  current?.close();
  const shown: { remove(): void }[] = [];
  let isOpen = true;
  let sessionId: string | null = null;
  const remove = () => shown.splice(0).forEach((part) => part.remove());
  const handle = {
    close() {
      if (!isOpen) return;
      isOpen = false;
      if (current === handle) current = undefined;
      remove();
      options.onClose?.({ session_id: sessionId, paid: sessionId !== null });
    },
  };
  current = handle;

  const show = (url: URL, mode = options.mode ?? 'popup') => {
    if (mode === 'redirect') return location.assign(url.href);
    const language = (options.locale ?? document.documentElement.lang).slice(0, 2);
    const [title, close] = WORDS[language] ?? WORDS.en!;
    const place = mode === 'inline' ? placeOf(options.container) : null;
    const page = payFrame(url, title, mode, {
      ready: () => options.onReady?.(),
      resize: (height) => {
        if (place) page.frame.style.height = `${height}px`;
      },
      success: (id) => {
        if (sessionId !== null) return;
        sessionId = id;
        if (options.onSuccess) options.onSuccess({ session_id: id });
        else if (options.successUrl !== undefined) location.assign(withSession(options.successUrl, id));
      },
      close: handle.close,
      refused: (error) => {
        // The buyer can still pay, on the whole page.
        fail(error);
        location.assign(url.href);
      },
    });
    shown.push(page);
    if (!place) return shown.push(dialogWith(page.frame, title, close, handle.close));
    page.frame.style.height = '32rem';
    place.append(page.frame);
  };
  const fail = (error: unknown) => {
    const { code, message } =
      error instanceof CheckoutError ? error : new CheckoutError('connection', String(error));
    console.warn(`checkout: ${message}`);
    options.onError?.({ code, message });
  };

  const openOnWholePage = async (error: unknown) => {
    if (!(error instanceof CheckoutError && error.code === FRAME_REFUSED)) throw error;
    // The buyer can still pay, on the whole page.
    fail(error);
    const url = await addressOf({ ...options, mode: 'redirect' }, scriptHost);
    if (isOpen) show(url, 'redirect');
  };

  addressOf(options, scriptHost)
    .then((url) => {
      if (isOpen) show(url);
    }, openOnWholePage)
    .catch((error: unknown) => {
      fail(error);
      handle.close();
    });
  return handle;
}

export function close(): void {
  current?.close();
}

function placeOf(container: CheckoutOptions['container']): Element {
  const place = typeof container === 'string' ? document.querySelector(container) : container;
  if (!place) throw new CheckoutError('invalid_options', 'There is no such container.');
  return place;
}

/** A return address with the id of the session. An address that is empty or only a fragment leads to this page. */
export function withSession(address: string, id: string): string {
  const isHere = /^(?:#|$)/.test(address);
  return withParameters(isHere ? pageAddress() + address : address, { session_id: id });
}
