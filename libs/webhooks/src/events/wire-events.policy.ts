import { minorToJsonNumber } from '@app/kernel';
import type { StoredEvent } from '@app/write-path';
import type { WebhookEvent } from '@app/merchants';
import type { PoolClient } from 'pg';
import { balanceAfterJournal } from './balance-after-journal.queries';
import type { EventData } from './catalogue';
import { SAMPLE_TRIGGERED } from './sample.events';

/** An event as receivers know it. */
export interface WireEvent {
  event: WebhookEvent;
  /** The account whose apps get it. */
  receiverId: string;
  /** The one app that gets it; all of the account's unless given. */
  appId?: string;
  data: object;
}

interface StoredMoney {
  minor: string;
  currency: string;
}

type Builder = (event: StoredEvent, tx: PoolClient) => WireEvent[] | Promise<WireEvent[]>;

/** Every public event that can happen, by the domain event it comes from. An event that is not here stays inside. */
const BUILDERS: Record<string, Builder> = {
  'checkout.session-completed': (stored) => {
    const { data, ownerId } = stored;
    const success = own(ownerId, 'payment.success', {
      ...payment(stored),
      status: 'success',
      paid_at: data.paidAt,
      ...present({ paid_by_email: data.paidByEmail }),
    });
    return data.variantB ? [success, own(ownerId, 'checkout.completed', variantB(stored))] : [success];
  },

  'checkout.payment-failed': (stored) => [
    own(stored.ownerId, 'payment.failed', {
      ...payment(stored),
      status: 'failed',
      gateway_status: stored.data.gatewayStatus,
    }),
  ],

  'escrow.funded': ({ data }) =>
    partiesOf(data).map((party) => own(party, 'escrow.funded', { ...escrow(data), status: 'funded' })),

  'escrow.released': ({ data }) =>
    partiesOf(data).map((party) => own(party, 'escrow.released', { ...escrow(data), status: 'released' })),

  'escrow.disputed': ({ data }) =>
    partiesOf(data).map((party) =>
      own(party, 'escrow.disputed', {
        ...{ ...escrow(data), status: 'disputed' },
        dispute: {
          ...{ dispute_uuid: data.disputeId, status: 'open', raised_by: data.raisedBy },
          ...{ reason: data.reason, evidence: data.evidence, resolve_by: data.resolveBy },
        },
      }),
    ),

  'escrow.resolved': ({ data }) =>
    partiesOf(data).map((party) =>
      own(party, 'escrow.resolved', {
        ...{ ...escrow(data), status: data.status, resolution: data.resolution },
        beneficiary_amount: major(data.settlement.beneficiary.amount),
        initiator_amount: major(data.settlement.initiator.amount),
      }),
    ),

  'deposit.confirmed': async ({ ownerId, data }, tx) => {
    // A deposit's transaction is the journal that booked it.
    const { transactionId, txRef, amount, gateway, walletId, accountId } = data;
    return [
      own(ownerId, 'deposit.confirmed', {
        transaction_id: transactionId,
        tx_ref: txRef,
        ...money(amount),
        gateway,
        wallet_id: walletId,
        new_balance: minorToJsonNumber(await balanceAfterJournal(tx, transactionId, accountId)),
      }),
    ];
  },

  'wallet.funds-transferred': transferReceived,
  'payroll.item-paid': transferReceived,

  'payroll.completed': ({ ownerId, data: { batchId, batchName, total, recipientCount, completedAt } }) => [
    own(ownerId, 'payroll.completed', {
      ...{ batch_id: batchId, batch_name: batchName, total: major(total), total_amount: major(total) },
      ...{ count: recipientCount, recipient_count: recipientCount },
      ...{ currency_code: total.currency, completed_at: completedAt },
    }),
  ],

  [SAMPLE_TRIGGERED]: ({ ownerId, data: { appId, event, sample } }) => [
    { event, receiverId: ownerId, appId, data: sample },
  ],
};

/** What receivers are told of a domain event; nothing where it is no public one. */
export async function wireEventsOf(stored: StoredEvent, tx: PoolClient): Promise<WireEvent[]> {
  const build = Object.hasOwn(BUILDERS, stored.type) ? BUILDERS[stored.type] : undefined;
  return build ? build(stored, tx) : [];
}

/** Shows an endpoint that events arrive; sent on demand, and never for anything that happened. */
export function testPing(endpointId: string, appId: string): EventData<'test.ping'> {
  return { webhook_id: endpointId, app_id: appId, message: 'This is a test event.' };
}

function own<E extends WebhookEvent>(receiverId: string, event: E, data: EventData<E>): WireEvent {
  return { event, receiverId, data };
}

/** Whoever gets money from another user is told alike, whether alone or with a thousand others. */
function transferReceived({
  data: { transactionId, sender, recipient, sent, received },
}: StoredEvent): WireEvent[] {
  return [
    own(recipient.ownerId, 'transfer.received', {
      transaction_id: transactionId,
      ...money(received),
      sent_amount: major(sent),
      sent_currency: sent.currency,
      from: sender.usertag,
    }),
  ];
}

/** What both outcomes of an attempt to pay tell. */
function payment({ data, mode }: StoredEvent) {
  return {
    session_id: data.sessionId as string,
    order_ref: (data.orderRef ?? null) as string | null,
    ...money(data.amount),
    gateway: data.gateway as string,
    customer_email: (data.customerEmail ?? null) as string | null,
    escrow: data.escrow as boolean,
    is_test: mode === 'test',
    metadata: (data.metadata ?? {}) as object,
    ...present({
      is_public: data.isPublic || null,
      subscription_id: data.subscriptionId,
      subscription_invoice_id: data.subscriptionInvoiceId,
    }),
  };
}

/** Both are told, each through their own apps; a buyer without an account has none. */
function partiesOf({ beneficiaryId, initiatorId }: StoredEvent['data']): string[] {
  return initiatorId ? [beneficiaryId, initiatorId] : [beneficiaryId];
}

function escrow(data: StoredEvent['data']) {
  return {
    uuid: data.uuid as string,
    ...money(data.amount),
    fee: major(data.fee),
    initiator: data.initiator as string | null,
    beneficiary: data.beneficiary as string,
    checkout_session_id: data.checkoutSessionId as string | null,
    is_test: data.isTest as boolean,
  };
}

function variantB({ data }: StoredEvent): EventData<'checkout.completed'> {
  return {
    session: {
      id: data.variantB.number,
      session_token: data.variantB.sessionToken,
      amount: Number(data.amount.minor),
      currency_code: data.amount.currency,
      customer_email: data.customerEmail ?? null,
      customer_name: data.customerName ?? null,
      status: 'completed',
      paid_at: data.paidAt,
      metadata: data.metadata ?? {},
    },
  };
}

function money(amount: StoredMoney): { amount: number; currency: string } {
  return { amount: major(amount), currency: amount.currency };
}

function major({ minor }: StoredMoney): number {
  return minorToJsonNumber(BigInt(minor));
}

/** Leaves out what is not there. */
function present(fields: Record<string, unknown>): Record<string, never> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as Record<string, never>;
}
