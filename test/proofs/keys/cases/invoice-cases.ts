import { randomUUID } from 'node:crypto';
import { type Case, type Cases, type Host, pairOf } from './case';
import type { Cast } from './cast';

const NEW = {
  client_name: 'Ada Client',
  client_email: 'ada.client@example.com',
  items: [{ description: 'A chair', quantity: 1, unit_price: 25 }],
  currency_code: 'NGN',
};

/** Invoices in both files that serve them, and payment links. */
export function invoiceCases(cast: Cast): Cases {
  return {
    ...invoicesIn(cast, 'invoices.php?action=', '/api/invoices.php/'),
    ...invoicesIn(cast, 'business.php?section=invoices&action=', '/api/business.php/invoices/'),
    ...linkCases(cast),
  };
}

function invoicesIn(cast: Cast, path: string, inner: string): Cases {
  const draft = async (host: Host) =>
    (await cast.post(host, `${path}create`, NEW, await cast.keyOf(host)())).id as string;
  const sent = async (host: Host) => {
    const id = await draft(host);
    await cast.post(host, `${path}send`, { id }, await cast.keyOf(host)());
    return id;
  };
  /** An action on one of two invoices. */
  const onOne = (
    action: string,
    open: (host: Host) => Promise<string>,
    count: (...ids: string[]) => Promise<number>,
  ): Case => ({
    path: `${path}${action}`,
    prepare: async (host, twoBodies) => {
      const [one, other] = await pairOf(twoBodies, () => open(host));
      const fields = action === 'credit' ? { amount: 1.5, reason: 'A scratch' } : {};
      return {
        body: { id: one, ...fields },
        otherBody: { id: other, ...fields },
        credential: cast.keyOf(host),
        effects: () => count(one, other),
      };
    },
  });
  const standing = (status: string) => (one: string, other: string) =>
    cast.count('invoices WHERE status = $1 AND id IN ($2, $3)', status, one, other);

  return {
    [`${inner}create`]: {
      path: `${path}create`,
      prepare: async (host) => {
        const body = { ...NEW, client_name: randomUUID() };
        return {
          body,
          otherBody: { ...body, notes: 'Another' },
          credential: cast.keyOf(host),
          effects: () => cast.count('invoices WHERE client_name = $1', body.client_name),
        };
      },
    },
    [`${inner}update`]: {
      path: `${path}update`,
      prepare: async (host, twoBodies) => {
        const notes = randomUUID();
        const [one, other] = await pairOf(twoBodies, () => draft(host));
        return {
          body: { id: one, notes },
          otherBody: { id: other, notes },
          credential: cast.keyOf(host),
          effects: () => cast.count('invoices WHERE notes = $1', notes),
        };
      },
    },
    [`${inner}send`]: onOne('send', draft, (one, other) =>
      cast.count('invoice_mails WHERE invoice_id IN ($1, $2)', one, other),
    ),
    [`${inner}void`]: onOne('void', draft, standing('void')),
    [`${inner}credit`]: onOne('credit', sent, (one, other) =>
      cast.count('credit_notes WHERE invoice_id IN ($1, $2)', one, other),
    ),
  };
}

function linkCases(cast: Cast): Cases {
  const path = 'features.php?section=payment-links&action=';
  const open = async (host: Host) =>
    (await cast.post(host, `${path}create`, { title: 'A book' }, await cast.keyOf(host)())).id as string;
  return {
    '/api/features.php/payment-links/create': {
      path: `${path}create`,
      prepare: async (host) => {
        const body = { title: randomUUID() };
        return {
          body,
          otherBody: { ...body, amount: 5 },
          credential: cast.keyOf(host),
          effects: () => cast.count('payment_links WHERE title = $1', body.title),
        };
      },
    },
    '/api/features.php/payment-links/update': {
      path: `${path}update`,
      prepare: async (host, twoBodies) => {
        const [one, other] = await pairOf(twoBodies, () => open(host));
        return {
          body: { id: one, active: false },
          otherBody: { id: other, active: false },
          credential: cast.keyOf(host),
          effects: () => cast.count('payment_links WHERE NOT active AND id IN ($1, $2)', one, other),
        };
      },
    },
  };
}
