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

function tell(text: string): void {
  byId('state').textContent = text;
}

/** The session that was paid for in this browser, with how the shop knows of it. */
let bought: { session: string; known: string } | undefined;
/** Sessions of whose payment the shop's server has the webhook. */
const paid = new Set<unknown>();

function tellState(): void {
  if (!bought) return;
  const next = paid.has(bought.session)
    ? 'The server has the webhook: the book is sent.'
    : 'The book is sent when the server has received the webhook.';
  tell(`${bought.known} ${next}`);
}

// The whole integration of a shop that sells one thing.
byId('buy').addEventListener('click', () => {
  tell('');
  Checkout.open({
    key: byId('buy').dataset.key!,
    amount: '24500.00',
    currency: 'NGN',
    description: 'Half of a Yellow Sun',
    onSuccess: (result) => {
      bought = { session: (result as { session_id: string }).session_id, known: 'Paid, says the browser.' };
      tellState();
    },
    onError: () => tell('The checkout could not be opened.'),
  });
});

interface ReceivedEvent {
  number: number;
  id: string;
  event: string;
  received_at: string;
  data: { session_id?: string; amount?: number; currency?: string };
}

const element = (name: string, className: string, text: string) => {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
};

/** Adds an event of the shop's server, above those before. */
function show({ event, id, received_at: at, data }: ReceivedEvent): void {
  const line = document.createElement('li');
  const details = document.createElement('details');
  const { amount, currency } = data;
  const money =
    typeof amount === 'number' && currency
      ? new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
          amount,
        )
      : '';
  details.append(element('summary', '', `Message ${id}`), element('pre', '', JSON.stringify(data, null, 2)));
  line.append(
    element('strong', '', event),
    element('span', 'money', money),
    element('span', 'verified', 'signature verified'),
    element('time', '', new Date(at).toLocaleTimeString('en')),
    details,
  );
  byId('received').prepend(line);
  byId('nothing').hidden = true;
  if (event === 'payment.success') paid.add(data.session_id);
  tellState();
}

/** Requests the events of the server one after the other; each request waits until there is one. */
async function follow(): Promise<void> {
  for (let last = 0; ;) {
    try {
      const response = await fetch(`/demo/events?after=${last}`);
      const { events } = (await response.json()) as { events: ReceivedEvent[] };
      for (const event of events) {
        if (event.number > last) show(event);
      }
      last = events.at(-1)?.number ?? last;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
  }
}
void follow();

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
  bought = { session, known: `The buyer came back from session ${session}.` };
  tellState();
}
