import type { GatewayExchange } from '@app/trail';

/** Fields of answers that say nothing of people, cards or accounts. */
const KEPT = ['status', 'amount', 'charged_amount', 'currency', 'app_fee', 'fee'] as const;

const fieldsIn = (value: unknown): Record<string, unknown> => {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return typeof one === 'object' && one !== null ? (one as Record<string, unknown>) : {};
};

/** Our reference in a request or an answer; null where it names none. */
export function referenceIn(value: unknown): string | null {
  const { tx_ref: txRef, reference } = fieldsIn(value);
  const found = txRef ?? reference;
  return typeof found === 'string' && found.length <= 200 ? found : null;
}

/** What is kept of a request and its answer. Ids leave the path, which then names the operation. */
export function exchangeOf(
  method: string,
  path: string,
  ours: string | null,
  answer: unknown,
): Pick<GatewayExchange, 'ours' | 'theirs' | 'path' | 'fields'> {
  const [place = '', query = ''] = path.split('?', 2);
  const search = new URLSearchParams(query);
  const asked = ours ?? search.get('tx_ref') ?? search.get('reference') ?? search.get('id');
  // Of a list, one row is about what was asked for only where something was.
  const data = Array.isArray(answer) && asked === null ? {} : fieldsIn(answer);
  const id = data.id ?? /\/([^/]*\d[^/]*)/.exec(place)?.[1] ?? null;
  return {
    ours: asked ?? referenceIn(data),
    theirs: typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 200) : null,
    path: `${method} ${place.replace(/\/[^/]*\d[^/]*/g, '/{id}')}`.slice(0, 200),
    fields: Object.fromEntries(
      KEPT.flatMap((name) => {
        const value = data[name];
        const isKept = typeof value === 'number' || (typeof value === 'string' && value.length <= 40);
        return isKept ? [[name, value]] : [];
      }),
    ),
  };
}
