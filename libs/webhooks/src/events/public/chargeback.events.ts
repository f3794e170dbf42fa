import {
  ChargebackLost,
  ChargebackOpened,
  ChargebackResponded,
  type ChargebackTerms,
  ChargebackWon,
} from '@app/chargebacks';
import type { Mode } from '@app/kernel';
import type { Stored } from '@app/write-path';
import type { PoolClient } from 'pg';
import { major } from '../amounts.mapping';
import { amount, choice, code, currency, flag, integer, metadata, nullable, text, time } from '../fields';
import { publicEvent } from '../public-event';

const chargeback = {
  chargeback_id: code('cb_test_', 'the chargeback'),
  session_id: nullable(code('cs_test_', 'the checkout session that was paid; null for a charge without one')),
  invoice_id: nullable(code('inv_test_', 'the subscription invoice, where it was charged without a session')),
  deposit_ref: nullable(text('dep_1', 'tx_ref of a deposit by card')),
  order_ref: nullable(text('order-1001', 'your reference of the session')),
};
const terms = {
  stage: integer(1, '1, and one more each time the bank of the payer raises it again'),
  amount: amount(2500, 'the share of the price'),
  currency: currency('of the price'),
  claimed_amount: amount(2500, 'what the bank demands, in the currency that was paid'),
  claimed_currency: currency('that was paid'),
  debited_amount: amount(2500, 'what it costs you, in the currency of the price'),
  owed_amount: amount(0, 'the part of it that your balance has not covered yet'),
  reason: nullable(text('Goods not received', 'as the bank gave it')),
  respond_by: nullable(time('until when the company takes an answer')),
  is_test: flag(false, 'true in test mode, which moves no money'),
  metadata: metadata(),
  opened_at: time('when it was opened'),
};

interface PaidSession {
  order_ref: string | null;
  metadata: object;
}

/** The fields that all events of a chargeback share. */
async function about({ data, mode }: { data: Stored<ChargebackTerms>; mode: Mode }, tx: PoolClient) {
  const { rows } = await tx.query<PaidSession>(
    'SELECT order_ref, metadata FROM checkout_sessions WHERE session_id = $1',
    [data.sessionId],
  );
  const session = rows[0] ?? { order_ref: null, metadata: {} };
  return {
    chargeback_id: data.chargebackId,
    session_id: data.sessionId,
    invoice_id: data.invoiceId,
    deposit_ref: data.depositRef,
    order_ref: session.order_ref,
    stage: data.stage,
    amount: major(data.face),
    currency: data.face.currency,
    claimed_amount: major(data.claimed),
    claimed_currency: data.claimed.currency,
    debited_amount: major(data.debited),
    owed_amount: major(data.owed),
    reason: data.reason,
    respond_by: data.respondBy,
    is_test: mode === 'test',
    metadata: session.metadata,
    opened_at: data.openedAt,
  };
}

export const CHARGEBACK_EVENTS = [
  publicEvent({
    name: 'chargeback.opened',
    sentWhen:
      'the bank of a payer takes a card payment back: the money has left your balance; or raises it again',
    when: ChargebackOpened,
    subject: 'chargeback_id',
    fields: { ...chargeback, status: choice(['opened'], 'of the chargeback'), ...terms },
    from: async (event, tx) => ({ ...(await about(event, tx)), status: 'opened' as const }),
  }),

  publicEvent({
    name: 'chargeback.responded',
    sentWhen: 'a chargeback was accepted or contested',
    when: ChargebackResponded,
    subject: 'chargeback_id',
    fields: {
      ...chargeback,
      status: choice(['accepted', 'contested'], 'of the chargeback'),
      ...terms,
      responded_at: time('when it was answered'),
    },
    from: async (event, tx) => ({
      ...(await about(event, tx)),
      status: event.data.status,
      responded_at: event.data.respondedAt,
    }),
  }),

  publicEvent({
    name: 'chargeback.won',
    sentWhen: 'a chargeback was won: what it cost is in your balance again',
    when: ChargebackWon,
    subject: 'chargeback_id',
    fields: {
      ...chargeback,
      status: choice(['won'], 'of the chargeback'),
      ...terms,
      ended_at: time('when it was won'),
    },
    from: async (event, tx) => ({
      ...(await about(event, tx)),
      status: 'won' as const,
      ended_at: event.data.endedAt,
    }),
  }),

  publicEvent({
    name: 'chargeback.lost',
    sentWhen: 'a chargeback was lost or accepted: the payer has the money',
    when: ChargebackLost,
    subject: 'chargeback_id',
    fields: {
      ...chargeback,
      status: choice(['accepted', 'lost'], 'of the chargeback'),
      ...terms,
      ended_at: time('when it ended'),
    },
    from: async (event, tx) => ({
      ...(await about(event, tx)),
      status: event.data.status,
      ended_at: event.data.endedAt,
    }),
  }),
];
