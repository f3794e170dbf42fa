import { minorToJsonNumber } from '@app/kernel';
import type { StoredEvent } from '@app/database';
import type { PoolClient } from 'pg';
import { balanceAfterJournal } from './balance-after-journal';

/** An event as receivers know it. */
export interface WireEvent {
  event: string;
  /** The account whose endpoints get it. */
  receiverId: string;
  data: object;
}

interface StoredMoney {
  minor: string;
  currency: string;
}

type Builder = (event: StoredEvent, tx: PoolClient) => WireEvent[] | Promise<WireEvent[]>;

/** Every public event with its fields, by the domain event it comes from. An event that is not here stays inside. */
const BUILDERS: Record<string, Builder> = {
  'checkout.session-completed': (stored) =>
    own(stored, 'payment.success', {
      ...payment(stored, 'success'),
      paid_at: stored.data.paidAt,
      ...present({ paid_by_email: stored.data.paidByEmail }),
    }),

  'checkout.payment-failed': (stored) =>
    own(stored, 'payment.failed', {
      ...payment(stored, 'failed'),
      gateway_status: stored.data.gatewayStatus,
    }),

  'deposit.confirmed': async (stored, tx) => {
    // A deposit's transaction is the journal that booked it.
    const { transactionId, txRef, amount, gateway, walletId, accountId } = stored.data;
    return own(stored, 'deposit.confirmed', {
      transaction_id: transactionId,
      tx_ref: txRef,
      ...money(amount),
      gateway,
      wallet_id: walletId,
      new_balance: minorToJsonNumber(await balanceAfterJournal(tx, transactionId, accountId)),
    });
  },

  'wallet.funds-transferred': ({ data: { transactionId, sender, recipient, sent, received } }) => [
    {
      event: 'transfer.received',
      receiverId: recipient.ownerId,
      data: {
        transaction_id: transactionId,
        ...money(received),
        sent_amount: major(sent),
        sent_currency: sent.currency,
        from: sender.usertag,
      },
    },
  ],
};

/** What receivers are told of a domain event; nothing where it is no public one. */
export async function wireEventsOf(stored: StoredEvent, tx: PoolClient): Promise<WireEvent[]> {
  const build = Object.hasOwn(BUILDERS, stored.type) ? BUILDERS[stored.type] : undefined;
  return build ? build(stored, tx) : [];
}

/** Shows an endpoint that events arrive; sent on demand, and never for anything that happened. */
export function testPing(endpointId: string, appId: string): object {
  return { webhook_id: endpointId, app_id: appId, message: 'This is a test event.' };
}

function own(stored: StoredEvent, event: string, data: object): WireEvent[] {
  return [{ event, receiverId: stored.ownerId, data }];
}

function payment({ data, mode }: StoredEvent, status: 'success' | 'failed'): object {
  return {
    session_id: data.sessionId,
    order_ref: data.orderRef ?? null,
    status,
    ...money(data.amount),
    gateway: data.gateway,
    customer_email: data.customerEmail ?? null,
    escrow: data.escrow,
    is_test: mode === 'test',
    metadata: data.metadata ?? {},
    ...present({ subscription_id: data.subscriptionId, subscription_invoice_id: data.subscriptionInvoiceId }),
  };
}

function money(amount: StoredMoney): object {
  return { amount: major(amount), currency: amount.currency };
}

function major({ minor }: StoredMoney): number {
  return minorToJsonNumber(BigInt(minor));
}

/** Leaves out what is not there. */
function present(fields: Record<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}
