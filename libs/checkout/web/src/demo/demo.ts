import type { CheckoutOptions } from '../script/options';
import './demo.css';

const { Checkout } = window as unknown as { Checkout: { open(options: CheckoutOptions): void } };
const byId = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;

/** Shows what the shop was told, newest last. */
function log(what: string, detail: object = {}): void {
  const line = document.createElement('li');
  const text = JSON.stringify(detail);
  line.textContent = text === '{}' ? what : `${what} ${text}`;
  byId('log').append(line);
}

function order(): CheckoutOptions {
  return {
    key: byId<HTMLInputElement>('key').value.trim(),
    amount: byId<HTMLInputElement>('amount').value.trim(),
    currency: byId<HTMLSelectElement>('currency').value,
    description: 'Half of a Yellow Sun',
    locale: byId<HTMLSelectElement>('locale').value || undefined,
  };
}

for (const button of document.querySelectorAll<HTMLElement>('[data-mode]')) {
  button.addEventListener('click', () => {
    const mode = button.dataset.mode as CheckoutOptions['mode'];
    log(`open ${mode}`);
    Checkout.open({
      ...order(),
      mode,
      container: '#place',
      onReady: () => log('ready'),
      onSuccess: (result) => log('success', result),
      onClose: (result) => log('close', result),
      onError: (error) => log('error', error),
    });
  });
}

for (const type of ['ready', 'success', 'close', 'error']) {
  document.addEventListener(`checkout:${type}`, (event) => log(type, (event as CustomEvent<object>).detail));
}

// The same order by data attributes, for the button that has no script of its own.
byId('order').addEventListener('input', () => {
  const { key, amount, currency, locale } = order();
  const { dataset } = byId('plain');
  Object.assign(dataset, { checkoutKey: key, checkoutAmount: String(amount), checkoutCurrency: currency });
  if (locale) dataset.checkoutLocale = locale;
  else delete dataset.checkoutLocale;
});
byId('order').addEventListener('submit', (event) => event.preventDefault());

const session = new URLSearchParams(location.search).get('session_id');
if (session !== null) {
  byId('back').hidden = false;
  byId('back').textContent = `The buyer came back from session ${session}.`;
}
