import type { Values } from '../../kit';

/** Stands for a client who is not named yet: totals do not depend on them. */
const UNNAMED = { client_name: '-', client_email: 'client@example.com' };
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface Item {
  description: string;
  quantity: string;
  unit_price: string;
  tax_rate?: string;
}

export interface InvoiceBody {
  id?: string;
  client_name: string;
  client_email: string;
  currency_code: string;
  items: Item[];
  due_date?: string;
  notes?: string;
  discount_percent: string;
  allow_partial: boolean;
  reminders: boolean;
  language?: string;
  clear?: string[];
}

/** The body of `create`, or of `update` where a draft is changed, from the fields of the editor. */
export function bodyOf(values: Values, id?: string): InvoiceBody {
  const { due_date: due = '', notes = '' } = values;
  const emptied = Object.entries({ due_date: due, notes }).flatMap(([name, text]) => (text ? [] : [name]));
  return {
    ...(id !== undefined && { id, clear: emptied }),
    client_name: values.client_name ?? '',
    client_email: values.client_email ?? '',
    currency_code: values.currency_code ?? '',
    items: itemsOf(values),
    ...(due && { due_date: due }),
    ...(notes && { notes }),
    discount_percent: values.discount_percent || '0',
    allow_partial: values.allow_partial === 'on',
    reminders: values.reminders === 'on',
    ...(values.language && { language: values.language }),
  };
}

function itemsOf(values: Values): Item[] {
  const items: Item[] = [];
  for (let place = 0; values[`items[${place}].description`] !== undefined; place++) {
    const field = (name: string) => values[`items[${place}].${name}`] ?? '';
    const rate = field('tax_rate');
    items.push({
      description: field('description'),
      quantity: field('quantity'),
      unit_price: field('unit_price'),
      ...(rate && { tax_rate: rate }),
    });
  }
  return items;
}

/** The same as far as it is written, so that its totals can be asked for; null before the first price. */
export function previewOf(body: InvoiceBody): InvoiceBody | null {
  const priced = body.items.filter(({ quantity, unit_price: price }) => quantity && price);
  if (priced.length === 0) return null;
  return {
    ...body,
    client_name: body.client_name || UNNAMED.client_name,
    client_email: ADDRESS.test(body.client_email) ? body.client_email : UNNAMED.client_email,
    items: priced.map((item) => ({ ...item, description: item.description || '-' })),
  };
}
