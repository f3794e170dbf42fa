/** A program that compiles only if the types of the Node client say what its users rely on. */
export const USES = `
import {
  ApiError, constructEvent, Payments, type Schemas, SignatureError, ValidationError, type WebhookEvent,
} from '@payments-platform/node';

const pay = new Payments({ secretKey: 'sk_test_x', hosts: { sandbox: 'http://127.0.0.1:3003' } });
// @ts-expect-error: there is no such host
new Payments({ secretKey: 'sk_test_x', hosts: { sanbox: 'http://127.0.0.1:3003' } });

type IsAny<T> = 0 extends 1 & T ? true : false;
type Result<F> = F extends (...args: never[]) => infer R ? (R extends Promise<infer A> ? A : R) : never;
/** Methods whose answer is any or never. */
type Vague<R> = { [K in keyof R as IsAny<Result<R[K]>> extends true ? K : [Result<R[K]>] extends [never] ? K : never]: true };
type AllVague = { [K in keyof Payments]: keyof Vague<Payments[K]> }[Exclude<keyof Payments, 'business' | 'features'>];
type Sections = Payments['business'] & Payments['features'];
type SectionsVague = { [K in keyof Sections]: keyof Vague<Sections[K]> }[keyof Sections];
export const none: [[AllVague] extends [never] ? true : AllVague, [SectionsVague] extends [never] ? true : SectionsVague] =
  [true, true];

export async function requests(signal: AbortSignal): Promise<void> {
  const session = await pay.sessions.create(
    { amount: 2500, currency: 'NGN' },
    { idempotencyKey: 'order-1', signal, timeout: 5000, dryRun: true },
  );
  const id: string = session.session_id;
  const same: Schemas['Session'] = session;
  const later: boolean = same.status === 'a status of a later version';
  // @ts-expect-error: a misspelt field
  await pay.sessions.create({ amount: 2500, curency: 'NGN' });
  // @ts-expect-error: amount is required
  await pay.sessions.create({});
  // @ts-expect-error: a value that no filter has
  pay.sessions.list({ status: 'complete' });
  // @ts-expect-error: the operation takes no idempotency key
  await pay.webhooks.test({ id }, { idempotencyKey: 'order-1' });
  for await (const { amount, paid_at } of pay.sessions.list({ status: 'completed' })) amount satisfies number, paid_at satisfies string | null;
  const page = await pay.sessions.list().page();
  const cursor: string | null = page.next_cursor;
  const pdf: Uint8Array = await pay.invoices.pdf({ id });
  const app: string = (await pay.business.apps.list()).data[0]!.app_name;
  void [later, cursor, pdf, app];
}

export function webhooks(body: Uint8Array, headers: Record<string, string | string[] | undefined>): string | null {
  const event: WebhookEvent = pay.webhooks.constructEvent(body, headers, ['whsec_a', 'whsec_b']);
  constructEvent(body.toString(), new Headers(), 'whsec_a') satisfies WebhookEvent;
  // @ts-expect-error: a body that was parsed
  constructEvent({ event: 'payment.success' }, headers, 'whsec_a');
  switch (event.event) {
    case 'payment.success':
      // @ts-expect-error: of another event
      void event.data.payout_id;
      return event.data.order_ref;
    case 'test.ping':
      return event.id;
    default:
      return event.event;
  }
}

export function errors(error: unknown): string {
  if (error instanceof ValidationError) return error.errors.map(({ field, code }) => field + code).join();
  if (error instanceof SignatureError) return error.reason satisfies string;
  return error instanceof ApiError ? (error.errorCode ?? String(error.status)) : '';
}
`;
