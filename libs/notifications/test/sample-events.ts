import type { StoredEvent } from '@app/write-path';

/** One event, and what is special about it where several of a type are rendered. */
interface Sample {
  name: string;
  type: string;
  data: StoredEvent['data'];
}

const naira = (minor: string) => ({ minor, currency: 'NGN' });
const dollars = (minor: string) => ({ minor, currency: 'USD' });
const AT = '2026-11-21T08:00:00.000Z';
const party = (name: string) => ({ ownerId: `${name}-id`, accountId: `${name}-account`, usertag: name });

const transfer = {
  transactionId: 'tx-1',
  sender: party('ada'),
  recipient: party('bola'),
  sent: naira('250050'),
  received: dollars('199'),
  fee: naira('100'),
  note: 'lunch',
  requestId: null,
};
const session = {
  sessionId: 'cs_1',
  orderRef: 'A-7',
  description: null,
  amount: naira('250050'),
  fee: naira('0'),
  charged: dollars('199'),
  gateway: 'sandbox',
  gatewayTransactionId: 'gw-1',
  payer: null,
  paidByEmail: null,
  accountId: 'bola-account',
  customerEmail: 'buyer@example.com',
  customerName: null,
  escrow: false,
  isPublic: false,
  variantB: null,
  metadata: {},
  paidAt: AT,
};
const refund = {
  sessionId: 'cs_1',
  gateway: 'sandbox',
  gatewayTransactionId: 'gw-1',
  refundId: 'refund-1',
  amount: naira('250050'),
};
const failure = {
  endpointId: 'endpoint-1',
  appId: 'app-1',
  url: 'https://shop.example/hook',
  failingSince: AT,
};
const terms = {
  uuid: 'escrow-1',
  amount: naira('250050'),
  fee: naira('100'),
  description: null,
  initiatorId: 'ada-id',
  initiatorEmail: null,
  initiator: 'ada',
  beneficiaryId: 'bola-id',
  beneficiary: 'bola',
  checkoutSessionId: null,
  isTest: false,
};
const byMail = {
  ...terms,
  initiatorId: null,
  initiatorEmail: 'buyer@example.com',
  initiator: 'buyer@example.com',
  checkoutSessionId: 'cs_1',
};
const unknown = { ...byMail, initiatorEmail: null, initiator: null };
const settlement = (through: 'wallet' | 'gateway') => ({
  hold: { accountId: 'hold-account', ownerId: 'ada-id', amount: naira('250050') },
  feeApart: naira('100'),
  feeEarned: naira('0'),
  beneficiary: { accountId: 'bola-account', amount: naira('200000') },
  initiator: {
    amount: naira('50150'),
    returned: naira('50150'),
    way: through === 'wallet' ? { through, accountId: 'ada-account' } : { through },
  },
});
const dispute = { disputeId: 'dispute-1', raisedBy: 'initiator', resolveBy: AT };
const disputed = { ...dispute, status: 'disputed', reason: 'It never came', evidence: null };
const resolved = { status: 'resolved_split', disputeId: 'dispute-1', settlement: settlement('wallet') };
const paid = { ...transfer, batchId: 'batch-1', batchName: 'November', row: 1 };
const payroll = {
  batchId: 'batch-1',
  batchName: 'November',
  total: naira('250050'),
  recipientCount: 12,
  completedAt: AT,
};

const sample = (type: string, data: object, name = ''): Sample => ({
  name: name ? `${type}, ${name}` : type,
  type,
  data,
});

/** Events that together make use of every text. */
export const SAMPLE_EVENTS: readonly Sample[] = [
  sample('wallet.funds-transferred', transfer),
  sample('wallet.funds-transferred', { ...transfer, note: null }, 'without a note'),
  sample('wallet.funds-transferred', { ...transfer, requestId: '7' }, 'for a request'),
  sample('payment-request.made', {
    ...{ requestId: '7', asker: 'ada', askedId: 'bola-id', amount: naira('250050'), note: 'lunch' },
    expiresAt: AT,
  }),
  sample(
    'payment-request.made',
    {
      ...{ requestId: '7', asker: 'ada', askedId: 'bola-id', amount: naira('250050'), note: null },
      expiresAt: AT,
    },
    'without a note',
  ),
  sample('payment-request.declined', { requestId: '7', asked: 'bola', amount: naira('250050') }),
  sample('deposit.confirmed', {
    ...{ transactionId: 'tx-1', txRef: 'dep_1', gateway: 'sandbox', gatewayTransactionId: 'gw-1' },
    ...{ amount: naira('250050'), walletId: 'wallet-1', accountId: 'ada-account', wasSetAside: false },
  }),
  sample('deposit.declined', {
    ...{ depositId: 'deposit-1', txRef: 'dep_1', reference: 'ref-1', amount: naira('250050') },
    reason: 'Insufficient funds',
  }),
  sample(
    'deposit.declined',
    {
      ...{ depositId: 'deposit-1', txRef: 'dep_1', reference: 'ref-1', amount: naira('250050') },
      reason: '',
    },
    'without a reason',
  ),
  sample('ledger.journal-reversed', {
    ...{ reversalId: 'tx-2', journalId: 'tx-1', amount: naira('250050') },
    legs: [{ accountId: 'ada-account', amount: naira('250050'), counterpartyId: null }],
  }),
  sample('ledger.fault-found', {
    ...{ faultId: 'fault-1', check: 'balance', row: 'row-1', detail: 'off by one', frozen: ['ada-account'] },
  }),
  sample('checkout.session-completed', session),
  sample(
    'checkout.session-completed',
    { ...session, escrow: true, orderRef: null, charged: session.amount, payer: party('ada') },
    'from a wallet into escrow, without an order',
  ),
  sample(
    'checkout.session-completed',
    { ...session, escrow: true, customerEmail: null },
    'into escrow, of an order, without an address',
  ),
  sample('checkout.session-completed', { ...session, orderRef: null }, 'without an order'),
  sample('checkout.unapplied-payment-refunded', { ...refund, reason: 'expired' }),
  sample('checkout.unapplied-payment-refunded', { ...refund, reason: 'escrow-returned' }, 'from an escrow'),
  sample('webhook-endpoint.failing', failure),
  sample('webhook-endpoint.disabled', failure),
  sample('account.email-code-issued', { userId: 'ada-id', codeId: 'code-1', expiresAt: AT }),
  sample('account.password-reset-requested', {
    ...{ resetId: 'reset-1', email: 'ada@example.com', expiresAt: AT },
  }),
  sample('account.password-changed', { userId: 'ada-id' }),
  sample('account.new-device-signed-in', { userId: 'ada-id', device: 'Phone', ip: '10.0.0.1', at: AT }),
  sample(
    'account.new-device-signed-in',
    { userId: 'ada-id', device: null, ip: '10.0.0.1', at: AT },
    'with an unnamed device',
  ),
  sample('account.pin-locked', { userId: 'ada-id', unlocksAt: AT }),
  sample('payroll.item-paid', paid),
  sample('payroll.item-paid', { ...paid, note: null, batchName: null }, 'without note and name'),
  sample('payroll.completed', payroll),
  sample('payroll.completed', { ...payroll, batchName: null }, 'without a name'),
  sample('escrow.funded', { ...terms, status: 'funded' }),
  sample('escrow.funded', { ...byMail, status: 'funded' }, 'by a buyer without an account'),
  sample('escrow.released', { ...terms, status: 'released', settlement: settlement('wallet') }),
  sample(
    'escrow.released',
    { ...unknown, status: 'released', settlement: settlement('gateway') },
    'by an unknown buyer',
  ),
  sample('escrow.cancelled', { ...terms, status: 'refunded', settlement: settlement('wallet') }),
  sample(
    'escrow.cancelled',
    { ...byMail, status: 'refunded', settlement: settlement('gateway') },
    'by a buyer without an account',
  ),
  sample('escrow.disputed', { ...terms, ...disputed }),
  sample('escrow.disputed', { ...terms, ...disputed, raisedBy: 'beneficiary' }, 'by the beneficiary'),
  sample('escrow.disputed', { ...unknown, ...disputed }, 'by an unknown buyer'),
  sample('escrow.dispute-answered', { ...terms, ...dispute, response: 'It did come' }),
  sample(
    'escrow.dispute-answered',
    { ...terms, ...dispute, raisedBy: 'beneficiary', response: 'It did not' },
    'by the initiator',
  ),
  sample('escrow.resolved', { ...terms, ...resolved, resolution: 'split' }),
  sample('escrow.resolved', { ...terms, ...resolved, resolution: 'release' }, 'for the beneficiary'),
  sample('escrow.resolved', { ...terms, ...resolved, resolution: 'refund' }, 'for the initiator'),
  sample(
    'escrow.resolved',
    { ...byMail, ...resolved, settlement: settlement('gateway'), resolution: 'split' },
    'split with a card',
  ),
  sample(
    'escrow.resolved',
    { ...byMail, ...resolved, settlement: settlement('gateway'), resolution: 'refund' },
    'back to a card',
  ),
  sample('escrow.overdue', { ...terms, deadlineAt: AT }),
  sample('escrow.overdue', { ...unknown, deadlineAt: AT }, 'of an unknown buyer'),
  sample('escrow.dispute-late', { ...terms, ...dispute }),
];
