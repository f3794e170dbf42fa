/** The options of checkout.js that this shop uses: see docs/guides/checkout.md. */
interface CheckoutOptions {
  key: string;
  amount: string;
  currency: string;
  description: string;
  locale?: string;
  mode?: string;
  container?: string;
  onReady?(): void;
  onSuccess?(result: object): void;
  onClose?(result: object): void;
  onError?(error: object): void;
}

const { Checkout } = window as unknown as { Checkout: { open(options: CheckoutOptions): void } };
const byId = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;

/** Adds a line to the events on the page. */
function log(event: string, detail: object = {}): void {
  const line = document.createElement('li');
  const text = JSON.stringify(detail);
  line.textContent = text === '{}' ? event : `${event} ${text}`;
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
    const { mode } = button.dataset;
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

// The same order as data attributes, for the button without a script.
byId('order').addEventListener('input', () => {
  const { key, amount, currency, locale } = order();
  const { dataset } = byId('plain');
  Object.assign(dataset, { checkoutKey: key, checkoutAmount: amount, checkoutCurrency: currency });
  if (locale) dataset.checkoutLocale = locale;
  else delete dataset.checkoutLocale;
});
byId('order').addEventListener('submit', (event) => event.preventDefault());

const session = new URLSearchParams(location.search).get('session_id');
if (session !== null) {
  byId('back').hidden = false;
  byId('back').textContent = `The buyer came back from session ${session}.`;
}
