/** The options of a payment. One of `key` and `checkoutUrl` is required. */
export interface CheckoutOptions {
  /** Public key: the session is opened from this page, with the fields below. */
  key?: string;
  /** Address of a session that the merchant's server has created; the other payment fields have no effect on it. */
  checkoutUrl?: string;
  /** Plan to subscribe to, instead of an amount; needs the e-mail address of the customer. */
  plan?: string;
  /** Major units, as a number or decimal text. */
  amount?: number | string;
  currency?: string;
  description?: string;
  customer?: { email?: string; name?: string };
  /** The return address after a payment in the whole window or at the bank; this page unless given. */
  successUrl?: string;
  cancelUrl?: string;
  mode?: 'popup' | 'inline' | 'redirect';
  /** The place of the page for `inline`: an element or a selector. */
  container?: Element | string;
  locale?: string;
  theme?: 'light' | 'dark';
  /** The host of `key`, where it is not the host of this script. */
  host?: string;
  onReady?(): void;
  /** A hint only: the merchant's server checks the session before it delivers. */
  onSuccess?(result: { session_id: string }): void;
  onClose?(result: { session_id: string | null; paid: boolean }): void;
  onError?(error: { code: string; message: string }): void;
}

/** Pages of this origin cannot show the payment page in a frame. */
export const FRAME_REFUSED = 'frame_refused';
const SECRET_KEY = /^\s*(sk|ck_sec)_/;

/** An error with a code for programs. */
export class CheckoutError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The address to pay at: the one given, or that of a session opened with the public key. */
export async function addressOf(options: CheckoutOptions, scriptHost: string): Promise<URL> {
  const { checkoutUrl, key, successUrl, locale, theme } = options;
  if (checkoutUrl === undefined && key === undefined) {
    throw new CheckoutError('invalid_options', 'Give key or checkoutUrl.');
  }
  if (key !== undefined && SECRET_KEY.test(key)) {
    throw new CheckoutError(
      'secret_key',
      'This is a secret key. It must never be in a page: use the public key (pk_…) here, and rotate the secret one.',
    );
  }
  if (successUrl !== undefined) httpUrl('successUrl', successUrl);
  const url = httpUrl('checkoutUrl', checkoutUrl ?? (await opened(options, options.host ?? scriptHost)));
  if (locale !== undefined) url.searchParams.set('lang', locale);
  if (theme !== undefined) url.searchParams.set('theme', theme);
  return url;
}

/** Accepts http and https only, never `javascript:` or `data:`. */
function httpUrl(option: string, text: string): URL {
  const url = new URL(text, location.href);
  if (!/^https?:$/.test(url.protocol))
    throw new CheckoutError('invalid_options', `${option} is no web address.`);
  return url;
}

/** This page as a return address: without its fragment and the ids of sessions that led back to it. */
export function pageAddress(): string {
  return location.href.split('#')[0]!.replace(/([?&])(?:session_id=[^&]*(?:&|$))+/g, '$1');
}

async function opened(options: CheckoutOptions, host: string): Promise<string> {
  const { key, plan, amount, currency, description, customer, successUrl, cancelUrl } = options;
  const embed = options.mode !== 'redirect';
  const here = pageAddress();
  const response = await fetch(
    `${host}/api/${plan === undefined ? 'sessions.php?action=create-public' : 'subscriptions.php?action=subscribe-public'}`,
    {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json', 'x-api-key': key! },
      body: JSON.stringify({
        ...(plan === undefined ? { amount, currency, description } : { plan_id: plan }),
        customer,
        success_url: successUrl ?? here,
        cancel_url: cancelUrl ?? here,
        embed,
      }),
    },
  ).catch(() => {
    // Browsers do not say whether the connection or the origin was refused.
    throw new CheckoutError(
      'connection',
      `The checkout did not answer this page. If the app has allowed origins, ${location.origin} must be one of them.`,
    );
  });
  const answer = (await response.json()) as {
    checkout_url?: string;
    invoice?: { checkout_url: string };
    error_code?: string;
    message?: string;
  };
  const url = answer.checkout_url ?? answer.invoice?.checkout_url;
  if (!response.ok || url === undefined) {
    const code = embed && answer.error_code === 'FORBIDDEN' ? FRAME_REFUSED : answer.error_code;
    throw new CheckoutError(code ?? 'refused', answer.message ?? 'The session was refused.');
  }
  return url;
}
