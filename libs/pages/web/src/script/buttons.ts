import { open, withSession } from './checkout';
import type { CheckoutOptions } from './options';

/**
 * Opens the checkout on a click on any element with `data-checkout-…`. The element dispatches the events
 * checkout:ready, checkout:success, checkout:close and checkout:error.
 */
export function serveElements(host: string): void {
  document.addEventListener('click', (event) => {
    const element = (event.target as Element | null)?.closest?.<HTMLElement>(
      '[data-checkout-key], [data-checkout-url]',
    );
    if (!element) return;
    event.preventDefault();
    openFrom(element, given(element, 'checkout'), host);
  });
}

/** Adds a button after a script element with the options in its `data-…` attributes. */
export function serveScript(script: HTMLScriptElement, host: string): void {
  const { key, url, label } = script.dataset;
  if ((key ?? url) === undefined) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label ?? labelOf(script.dataset);
  button.className = 'checkout-button';
  script.after(button);
  button.addEventListener('click', () => openFrom(button, given(script, ''), host));
}

function labelOf({ plan, amount = '', currency = 'NGN' }: DOMStringMap): string {
  const isFrench = document.documentElement.lang.startsWith('fr');
  if (plan !== undefined) return isFrench ? 'S’abonner' : 'Subscribe';
  return `${isFrench ? 'Payer' : 'Pay'} ${currency} ${amount}`.trim();
}

/** `data-checkout-amount` is `checkoutAmount`, `data-amount` of the script is `amount`. */
function given(element: HTMLElement, prefix: string): CheckoutOptions {
  const of = (name: string) =>
    element.dataset[prefix === '' ? name : prefix + name[0]!.toUpperCase() + name.slice(1)];
  const email = of('email');
  const name = of('name');
  return {
    key: of('key'),
    checkoutUrl: of('url'),
    plan: of('plan'),
    amount: of('amount'),
    currency: of('currency'),
    description: of('description'),
    customer: email === undefined && name === undefined ? undefined : { email, name },
    successUrl: of('successUrl'),
    cancelUrl: of('cancelUrl'),
    mode: of('mode') as CheckoutOptions['mode'],
    container: of('container'),
    locale: of('locale'),
    theme: of('theme') as CheckoutOptions['theme'],
    host: of('host'),
  };
}

function openFrom(element: HTMLElement, options: CheckoutOptions, host: string): void {
  const dispatch = (type: string, detail: object = {}) =>
    element.dispatchEvent(new CustomEvent(`checkout:${type}`, { bubbles: true, detail }));
  const { successUrl } = options;
  const form = element.closest('form');
  open(
    {
      ...options,
      onReady: () => dispatch('ready'),
      onClose: (result) => dispatch('close', result),
      onError: (error) => dispatch('error', error),
      onSuccess: (result) => {
        dispatch('success', result);
        if (form) submit(form, result.session_id);
        else if (successUrl !== undefined) location.assign(withSession(successUrl, result.session_id));
      },
    },
    host,
  );
}

/** Sends the form around the button with the id of the session, which the shop's server checks. */
function submit(form: HTMLFormElement, sessionId: string): void {
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'session_id';
  field.value = sessionId;
  form.append(field);
  form.submit();
}
