import { GatewayOutcomeUnknown } from '@app/charges';
import { isCurrency, Money } from '@app/kernel';
import type { FoundPayout, PayoutOrder, PayoutReport, PayoutStatus } from '@app/payouts';
import { fields } from '../flutterwave/gateway-answer.mapping';
import { redact } from '../flutterwave/redact.policy';

const STATUSES = new Map<unknown, PayoutStatus>([
  ['PENDING', 'pending'],
  ['SUCCESS', 'delivered'],
  ['FAILED', 'failed'],
  ['DENIED', 'failed'],
  ['BLOCKED', 'failed'],
  ['CANCELED', 'failed'],
  ['RETURNED', 'returned'],
  ['REFUNDED', 'returned'],
  ['REVERSED', 'returned'],
  ['UNCLAIMED', 'unclaimed'],
  ['ONHOLD', 'held'],
]);
const RUNNING_BATCH = new Set<unknown>(['NEW', 'ACKNOWLEDGED', 'PENDING', 'PROCESSING']);
const BATCH_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The body of the only request for an order; the same for every sending. */
export function batchPayload({ reference, amount, destination, narration }: PayoutOrder): object | null {
  if (destination.method !== 'extwallet') return null;
  return {
    sender_batch_header: { sender_batch_id: reference, email_subject: narration },
    items: [
      {
        recipient_type: 'EMAIL',
        amount: { value: amount.text, currency: amount.currency },
        receiver: destination.email,
        sender_item_id: reference,
        note: narration,
      },
    ],
  };
}

/** The provider's id of a batch. Throws `GatewayOutcomeUnknown` without one, or if the batch is not the order's. */
export function batchIdOf(body: Record<string, unknown>, reference: string): string {
  const header = fields(body.batch_header);
  const id = header.payout_batch_id;
  assertOurs(header, reference);
  if (typeof id !== 'string' || !BATCH_ID.test(id))
    throw new GatewayOutcomeUnknown('the wallet provider answered no batch id');
  return id;
}

/** The id of the batch to which a refusal of a duplicate links, if the link is on a host of the provider. */
export function linkedBatchId(body: Record<string, unknown>, baseUrl: string): string | null {
  const details = Array.isArray(body.details) ? (body.details as unknown[]).map(fields) : [];
  const links = [body, ...details].flatMap(({ links, link }) => [links, link].flat()).map(fields);
  for (const { href } of links) {
    const url = typeof href === 'string' ? URL.parse(href) : null;
    const id = url && isTheirs(url, new URL(baseUrl)) ? batchIdIn(url.pathname) : null;
    if (id !== null) return id;
  }
  return null;
}

/** Reads the only item of a batch. Of the batch itself only DENIED is final. */
export function payoutFromBatch(body: Record<string, unknown>, order: PayoutOrder): PayoutReport {
  const header = fields(body.batch_header);
  const providerId = batchIdOf(body, order.reference);
  const items = Array.isArray(body.items) ? (body.items as unknown[]).map(fields) : [];
  const item = items.find((one) => fields(one.payout_item).sender_item_id === order.reference);
  if (item) return payoutFromItem(item, order, providerId);
  const found = { ...unpaid(order), providerId };
  if (header.batch_status === 'DENIED') return { ...found, status: 'failed', reason: 'The batch was denied' };
  if (RUNNING_BATCH.has(header.batch_status) && items.length === 0) return found;
  throw new GatewayOutcomeUnknown('the wallet provider answered a batch without its item');
}

/** The provider's id of the only item of a batch. */
export function itemIdOf(body: Record<string, unknown>): string | null {
  const items = Array.isArray(body.items) ? (body.items as unknown[]).map(fields) : [];
  const id = items.length === 1 ? items[0]!.payout_item_id : null;
  return typeof id === 'string' && BATCH_ID.test(id) ? id : null;
}

function payoutFromItem(item: Record<string, unknown>, order: PayoutOrder, providerId: string): FoundPayout {
  const { amount: value, receiver } = fields(item.payout_item);
  const amount = moneyOf(value);
  if (!amount) throw new GatewayOutcomeUnknown('the wallet provider answered an item without its amount');
  const { destination } = order;
  const { name, message } = fields(item.errors);
  const reason = [name, message].filter((text) => typeof text === 'string').join(': ');
  return {
    result: 'found',
    status: STATUSES.get(item.transaction_status) ?? 'unknown',
    providerId,
    amount,
    fee: moneyOf(item.payout_item_fee),
    matchesDestination:
      destination.method === 'extwallet' &&
      typeof receiver === 'string' &&
      receiver.toLowerCase() === destination.email.toLowerCase(),
    reason: reason === '' ? null : redact(reason, secretsOf(order)),
  };
}

/** What the provider's texts about an order may quote, and no log or response may. */
export const secretsOf = ({ destination }: PayoutOrder): string[] =>
  destination.method === 'extwallet' ? [destination.email] : [];

/** A batch whose item does not exist yet, or never will. */
function unpaid({ amount }: PayoutOrder): Omit<FoundPayout, 'providerId'> {
  return { result: 'found', status: 'pending', amount, fee: null, matchesDestination: true, reason: null };
}

function moneyOf(value: unknown): Money | null {
  const { value: amount, currency } = fields(value);
  return isCurrency(currency) ? Money.parseMajor(amount, currency) : null;
}

/** The provider has several hosts, and links to another than the one that was called. */
function isTheirs(url: URL, base: URL): boolean {
  const isPayPal = ({ hostname }: URL) => hostname.endsWith('.paypal.com');
  return url.host === base.host || (isPayPal(url) && isPayPal(base));
}

function batchIdIn(pathname: string): string | null {
  const id = /\/v1\/payments\/payouts\/([^/]+)$/.exec(pathname)?.[1];
  return id !== undefined && BATCH_ID.test(id) ? id : null;
}

function assertOurs(header: Record<string, unknown>, reference: string): void {
  if (fields(header.sender_batch_header).sender_batch_id !== reference)
    throw new GatewayOutcomeUnknown('the wallet provider answered for another batch');
}
