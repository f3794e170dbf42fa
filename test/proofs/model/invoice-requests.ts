import { number, refused, text } from './ask';
import type { Modelled } from './step';
import type { Expected, Invoice, Request, World } from './world';

const call = (action: string, body: Record<string, unknown>) =>
  ({ host: 'business', path: `invoices.php?action=${action}`, body }) as const;

const HOUR_MS = 3_600_000;
const MAILS_AN_HOUR = 5;

/** Quantities and percentages in ten-thousandths, prices in the smallest unit. */
export interface DraftInput {
  account: number;
  currency: Modelled;
  items: { quantity: number; price: number; rate: number }[];
  discount: number;
  allowPartial: boolean;
}

const parts = (value: number) => value / 10_000;
const rounded = (over: bigint, under: bigint) => (over + under / 2n) / under;
const sum = (values: bigint[]) => values.reduce((a, b) => a + b, 0n);

/** Each line and the discount are rounded half up, and the tax of all lines once. */
function totalsOf({ items, discount }: Pick<DraftInput, 'items' | 'discount'>) {
  const lines = items.map(({ quantity, price }) => rounded(BigInt(quantity) * BigInt(price), 10_000n));
  const subtotal = sum(lines);
  const less = rounded(subtotal * BigInt(discount), 1_000_000n);
  const taxed = sum(lines.map((line, at) => line * BigInt(items[at]!.rate)));
  const tax = rounded(taxed * (1_000_000n - BigInt(discount)), 1_000_000_000_000n);
  return { subtotal, less, tax, total: subtotal - less + tax };
}

export function draft(world: World, input: DraftInput): Request {
  const { account, currency, items, discount, allowPartial } = input;
  const { subtotal, less, tax, total } = totalsOf(input);
  const body = {
    client_name: 'A client',
    client_email: 'client@example.com',
    currency_code: currency,
    items: items.map(({ quantity, price, rate }) => ({
      description: 'A thing',
      quantity: parts(quantity),
      unit_price: text(BigInt(price)),
      tax_rate: parts(rate),
    })),
    discount_percent: parts(discount),
    allow_partial: allowPartial,
  };
  return {
    account,
    call: call('create', body),
    decide: () => ({
      status: 200,
      fields: {
        invoice_number: world.nextNumber('INV', account),
        status: 'draft',
        subtotal: number(subtotal),
        discount: number(less),
        tax: number(tax),
        total: number(total),
        amount_due: number(total),
      },
      learn: ({ body: { id, invoice_number, payment_url } }) => {
        world.count('INV', account);
        world.invoices.push({
          account,
          id,
          number: invoice_number,
          path: new URL(payment_url as string).pathname,
          currency,
          total,
          paid: 0n,
          credited: 0n,
          status: 'draft',
          allowPartial,
          mails: [],
          pending: null,
        });
      },
    }),
  };
}

export const dueOf = ({ total, paid, credited }: Invoice): bigint => total - paid - credited;

/** What every response shows of the state of an invoice. */
export function stateOf(invoice: Invoice) {
  return {
    invoice_number: invoice.number,
    status: invoice.status,
    total: number(invoice.total),
    amount_paid: number(invoice.paid),
    amount_credited: number(invoice.credited),
    amount_due: number(invoice.status === 'void' ? 0n : dueOf(invoice)),
    overpaid: 0,
  };
}

export function send(world: World, invoice: Invoice): Request {
  return {
    account: invoice.account,
    call: call('send', { id: invoice.number }),
    decide: () => {
      const isOfNothing = invoice.total === 0n;
      if (invoice.status === 'void' || (invoice.status === 'paid' && !isOfNothing))
        return refused(409, 'INVALID_STATE', true);
      const { now } = world.books;
      if (invoice.mails.filter((at) => at > now - HOUR_MS).length >= MAILS_AN_HOUR)
        return refused(429, 'RATE_LIMITED');
      invoice.status = isOfNothing ? 'paid' : 'sent';
      invoice.mails.push(now);
      return shown(invoice);
    },
  };
}

export function voided(invoice: Invoice): Request {
  return {
    account: invoice.account,
    call: call('void', { id: invoice.id }),
    decide: () => {
      const isOpen = invoice.status === 'draft' || invoice.status === 'sent';
      if (!isOpen || invoice.paid > 0n) return refused(409, 'INVALID_STATE', true);
      invoice.status = 'void';
      invoice.pending = null;
      return shown(invoice);
    },
  };
}

/** A refused credit uses no number of a credit note. */
export function credit(world: World, invoice: Invoice, minor: bigint): Request {
  return {
    account: invoice.account,
    call: call('credit', { id: invoice.id, amount: text(minor), reason: 'A scratch' }),
    decide: () => {
      if (invoice.status !== 'sent') return refused(409, 'INVALID_STATE', true);
      if (minor > dueOf(invoice)) return refused(400, 'VALIDATION_ERROR', true);
      invoice.credited += minor;
      invoice.pending = null;
      world.count('CN', invoice.account);
      if (dueOf(invoice) === 0n) invoice.status = invoice.paid === 0n ? 'void' : 'paid';
      return shown(invoice);
    },
  };
}

const shown = (invoice: Invoice): Expected => ({ status: 200, fields: stateOf(invoice) });
