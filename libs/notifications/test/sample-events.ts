import {
  AccountClosed,
  AccountReported,
  BrandNameApproved,
  BrandNameRejected,
  EmailChanged,
  EmailChangeRequested,
  EmailCodeIssued,
  KycLevelChanged,
  NewDeviceSignedIn,
  PasswordChanged,
  PasswordResetRequested,
  PhoneChanged,
  PinChanged,
  PinLocked,
  RecoveryCodesRenewed,
  RecoveryCodeUsed,
  TeamInvitationIssued,
  TeamMemberJoined,
  TwoFactorDisabled,
  TwoFactorEnabled,
  TwoFactorLocked,
  TwoFactorReset,
  StaffRoleChanged,
  StaffWorkWaiting,
  SupportEmailCodeIssued,
  UserFrozen,
  UserUnfrozen,
} from '@app/accounts';
import {
  ChargebackAlerted,
  ChargebackDueSoon,
  ChargebackLost,
  ChargebackOpened,
  ChargebackWon,
} from '@app/chargebacks';
import { ManyCardsDeclined } from '@app/charges';
import {
  BuyerCodeIssued,
  CheckoutSessionCompleted,
  RefundAccountNeeded,
  RefundCompleted,
  RefundCreated,
  RefundFailed,
  RefundLate,
  RefundReturned,
  UnappliedPaymentRefunded,
} from '@app/checkout';
import { ManyPeopleViewed } from '@app/http';
import type { Stored, StoredEvent, StoredMoney } from '@app/write-path';
import { DepositConfirmed, DepositDeclined } from '@app/deposits';
import {
  EscrowCancelled,
  EscrowDisputeAnswered,
  EscrowDisputed,
  EscrowDisputeLate,
  EscrowFunded,
  EscrowOverdue,
  EscrowReleased,
  EscrowResolved,
  type EscrowSettlement,
  type EscrowTerms,
} from '@app/escrow';
import { CheckoutRateDrifted, LiveRateHeld } from '@app/fx';
import { DocumentApproved, DocumentExpired, DocumentExpiring, DocumentRejected } from '@app/kyc';
import {
  AutopayStopped,
  SubscriptionCancelled,
  SubscriptionCancelScheduled,
  SubscriptionCardCharged,
  SubscriptionCharged,
  SubscriptionCreated,
  SubscriptionInvoiceCreated,
  SubscriptionInvoiceFailed,
  SubscriptionPlanScheduled,
  SubscriptionRequestedAgain,
  SubscriptionResumed,
} from '@app/subscriptions';
import { InvoiceOverdue, InvoicePaid, InvoiceReminderDue, InvoiceSent } from '@app/invoices';
import type { DomainEvent, DomainEventClass } from '@app/kernel';
import {
  BvnCheckRepeated,
  BvnNotVerified,
  BvnVerified,
  KybApproved,
  KybRejected,
  KybReopened,
  KybRevoked,
  NameChangeRejected,
} from '@app/kyc';
import { BookFaultFound, JournalReversed } from '@app/ledger';
import { WebhookEndpointDisabled, WebhookEndpointFailing } from '@app/merchants';
import {
  FloatNeedsAttention,
  PayoutAccountAdded,
  PayoutCompleted,
  PayoutFailed,
  PayoutLate,
  PayoutPaidLate,
  PayoutProviderPaused,
  PayoutReturned,
  PayoutReturnReported,
  PayoutReturnWithdrawn,
  PayoutStopped,
  PayoutWaiting,
} from '@app/payouts';
import { PayrollCompleted, PayrollItemPaid } from '@app/payroll';
import { SubscriptionCardExpiring, SubscriptionFundsShort } from '@app/subscriptions';
import { AppRevoked } from '@app/merchants';
import { FundsTransferred, PaymentRequestDeclined, PaymentRequested } from '@app/wallet';

const naira = (minor: string): StoredMoney => ({ minor, currency: 'NGN' });
const dollars = (minor: string): StoredMoney => ({ minor, currency: 'USD' });
const AT = '2026-11-21T08:00:00.000Z';
const party = (name: string) => ({ ownerId: `${name}-id`, accountId: `${name}-account`, usertag: name });

const payout = {
  uuid: 'withdrawal-1',
  method: 'bank' as const,
  amount: naira('5000000'),
  fee: naira('50000'),
  payout: naira('5000000'),
  accountId: 'ada-account',
  destination: '•••• 6789',
  bankName: 'Guaranty Trust Bank',
};

const merchantRefund = {
  refundId: 'rf_live_1',
  sessionId: 'cs_live_1',
  invoiceId: null,
  appId: null,
  face: naira('10000'),
  charge: naira('10000'),
  debited: naira('10000'),
  method: 'card',
  rail: 'provider' as const,
  gateway: 'simulator',
  destination: null,
  paidFrom: null,
  accountId: 'account-1',
  payer: null,
  customerEmail: 'buyer@example.com',
  reason: 'Sold out',
  refundRef: null,
  createdAt: AT,
};
const chargeback = {
  chargebackId: 'cb_live_1',
  sessionId: 'cs_live_1',
  invoiceId: null,
  depositRef: null,
  appId: null,
  gateway: 'simulator',
  providerId: '7001',
  stage: 1,
  claimed: naira('10000'),
  charge: naira('10000'),
  face: naira('10000'),
  debited: naira('10000'),
  owed: naira('0'),
  accountId: 'account-1',
  inEscrow: false,
  reason: 'Goods not received',
  respondBy: AT,
  openedAt: AT,
};
const emailChange = {
  userId: 'ada-id',
  changeId: 'code-3',
  from: 'old@example.com',
  fromVerified: true,
  to: 'new@example.com',
  isMailed: true,
  expiresAt: AT,
};
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
const bvn = { verificationId: 'verification-1', userId: 'ada-id' };
const rejected = {
  userId: 'ada-id',
  submissionId: 'submission-1',
  reason: 'The register does not list it.',
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
const terms: Stored<EscrowTerms> = {
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
const byMail: Stored<EscrowTerms> = {
  ...terms,
  initiatorId: null,
  initiatorEmail: 'buyer@example.com',
  initiator: 'buyer@example.com',
  checkoutSessionId: 'cs_1',
};
const unknown: Stored<EscrowTerms> = { ...byMail, initiatorEmail: null, initiator: null };
const funded = { status: 'funded', condition: null, deadlineAt: null, lock: null } as const;
const settlement = (through: 'wallet' | 'gateway'): Stored<EscrowSettlement> => ({
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
const dispute = { disputeId: 'dispute-1', raisedBy: 'initiator', resolveBy: AT } as const;
const disputed = { ...dispute, status: 'disputed', reason: 'It never came', evidence: null } as const;
const resolved = {
  status: 'resolved_split',
  disputeId: 'dispute-1',
  settlement: settlement('wallet'),
} as const;
const paid = { ...transfer, batchId: 'batch-1', batchName: 'November', row: 1 };
const invoice = {
  invoiceId: 'invoice-1',
  appId: null,
  number: 'INV-2026-000042',
  clientEmail: 'client@example.com',
  amount: naira('250050'),
};
const mailedInvoice = {
  invoiceId: 'invoice-1',
  appId: null,
  number: 'INV-2026-000042',
  mailId: 'mail-7',
  clientEmail: 'client@example.com',
  language: 'fr' as const,
  amountDue: naira('100000'),
  dueDate: '2026-12-31',
};

const subscription = {
  subscriptionId: 'sub_live_1',
  planId: 'plan_live_1',
  appId: 'app-1',
  customerEmail: 'taken@example.com',
};
const trial = {
  ...subscription,
  amount: naira('500000'),
  interval: 'monthly',
  intervalCount: 1,
  billingMode: 'invoice',
  status: 'trialing',
  customerName: null,
  trialEnd: AT,
  periodStart: AT,
  periodEnd: AT,
  nextBillingAt: AT,
  createdAt: AT,
} as const;
const subscriptionInvoice = {
  ...subscription,
  invoiceId: 'inv_live_1',
  amount: naira('500000'),
  billingMode: 'invoice',
  checkoutSessionId: 'cs_live_1',
  dueAt: AT,
  paidAt: null,
} as const;
const missed = {
  ...subscriptionInvoice,
  status: 'failed',
  attempt: 1,
  maxAttempts: 3,
  willRetry: true,
  nextRetryAt: AT,
  subscriptionStatus: 'past_due',
  reason: 'expired_unpaid',
  planName: 'Gold',
  isSilent: false,
} as const;
const charged = { subscriptionId: 'sub_live_1', planName: 'Gold' };

const failedCharge = {
  ...missed,
  billingMode: 'wallet_auto',
  checkoutSessionId: null,
  maxAttempts: 4,
  reason: 'insufficient_funds',
  isSilent: true,
} as const;

const payroll = {
  batchId: 'batch-1',
  batchName: 'November',
  total: naira('250050'),
  recipientCount: 12,
  completedAt: AT,
};

const passport = { documentId: 'document-1', userId: 'owner-id', tier: 1, docType: 'passport' } as const;
const refused = { ...passport, level: 0, reason: 'The picture is blurred' };

interface Sample {
  name: string;
  event: StoredEvent;
}

function sample<E extends DomainEvent>(
  { type }: DomainEventClass<E>,
  data: Stored<E['data']> & object,
  variant = '',
): Sample {
  return {
    name: variant ? `${type}, ${variant}` : type,
    event: {
      id: 'event-1',
      type,
      aggregateType: 'sample',
      aggregateId: 'sample-1',
      ownerId: 'owner-id',
      mode: 'live',
      data,
      correlationId: 'request-1',
      createdAt: new Date(AT),
    },
  };
}

/** Events that together make use of every text. */
export const SAMPLE_EVENTS: readonly Sample[] = [
  sample(FundsTransferred, transfer),
  sample(FundsTransferred, { ...transfer, note: null }, 'without a note'),
  sample(FundsTransferred, { ...transfer, requestId: '7' }, 'for a request'),
  sample(PaymentRequested, {
    requestId: '7',
    asker: 'ada',
    askedId: 'bola-id',
    amount: naira('250050'),
    note: 'lunch',
    expiresAt: AT,
  }),
  sample(
    PaymentRequested,
    {
      requestId: '7',
      asker: 'ada',
      askedId: 'bola-id',
      amount: naira('250050'),
      note: null,
      expiresAt: AT,
    },
    'without a note',
  ),
  sample(PaymentRequestDeclined, { requestId: '7', asked: 'bola', amount: naira('250050') }),
  sample(DepositConfirmed, {
    kind: 'card',
    transactionId: 'tx-1',
    txRef: 'dep_1',
    gateway: 'sandbox',
    gatewayTransactionId: 'gw-1',
    amount: naira('250050'),
    walletId: 'wallet-1',
    accountId: 'ada-account',
    wasSetAside: false,
  }),
  sample(DepositDeclined, {
    depositId: 'deposit-1',
    txRef: 'dep_1',
    reference: 'ref-1',
    amount: naira('250050'),
    reason: 'Insufficient funds',
  }),
  sample(
    DepositDeclined,
    {
      depositId: 'deposit-1',
      txRef: 'dep_1',
      reference: 'ref-1',
      amount: naira('250050'),
      reason: '',
    },
    'without a reason',
  ),
  sample(JournalReversed, {
    reversalId: 'tx-2',
    journalId: 'tx-1',
    amount: naira('250050'),
    legs: [{ accountId: 'ada-account', amount: naira('250050'), counterpartyId: null }],
  }),
  sample(BookFaultFound, {
    faultId: 'fault-1',
    check: 'balance',
    row: 'row-1',
    detail: 'off by one',
    frozen: ['ada-account'],
  }),
  sample(CheckoutSessionCompleted, session),
  sample(
    CheckoutSessionCompleted,
    { ...session, escrow: true, orderRef: null, charged: session.amount, payer: party('ada') },
    'from a wallet into escrow, without an order',
  ),
  sample(
    CheckoutSessionCompleted,
    { ...session, escrow: true, customerEmail: null },
    'into escrow, of an order, without an address',
  ),
  sample(CheckoutSessionCompleted, { ...session, orderRef: null }, 'without an order'),
  sample(UnappliedPaymentRefunded, { ...refund, reason: 'expired' }),
  sample(UnappliedPaymentRefunded, { ...refund, reason: 'escrow-returned' }, 'from an escrow'),
  sample(WebhookEndpointFailing, failure),
  sample(WebhookEndpointDisabled, failure),
  sample(EmailCodeIssued, { userId: 'ada-id', codeId: 'code-1', expiresAt: AT }),
  sample(PasswordResetRequested, {
    resetId: 'reset-1',
    email: 'ada@example.com',
    expiresAt: AT,
  }),
  sample(TeamInvitationIssued, {
    invitationId: 'invitation-1',
    accountId: 'bens-id',
    email: 'ada@example.com',
    role: 'finance',
    expiresAt: AT,
  }),
  sample(TeamMemberJoined, { accountId: 'ada-id', userId: 'bens-id', role: 'finance' }),
  sample(PasswordChanged, { userId: 'ada-id' }),
  sample(NewDeviceSignedIn, { userId: 'ada-id', device: 'Phone', ip: '10.0.0.1', at: AT }),
  sample(
    NewDeviceSignedIn,
    { userId: 'ada-id', device: null, ip: '10.0.0.1', at: AT },
    'with an unnamed device',
  ),
  sample(PinLocked, { userId: 'ada-id', unlocksAt: AT }),
  sample(TwoFactorEnabled, { userId: 'ada-id' }),
  sample(TwoFactorDisabled, { userId: 'ada-id' }),
  sample(TwoFactorReset, { userId: 'ada-id' }),
  sample(TwoFactorLocked, { userId: 'ada-id', unlocksAt: AT }),
  sample(RecoveryCodesRenewed, { userId: 'ada-id' }),
  sample(RecoveryCodeUsed, { userId: 'ada-id', left: 9 }),
  sample(PinChanged, { userId: 'ada-id' }),
  sample(EmailChangeRequested, emailChange),
  sample(EmailChangeRequested, { ...emailChange, to: 'taken@example.com' }, 'to a taken address'),
  sample(EmailChanged, {
    userId: 'ada-id',
    from: 'old@example.com',
    fromVerified: true,
    to: 'new@example.com',
  }),
  sample(PhoneChanged, { userId: 'ada-id' }),
  sample(StaffWorkWaiting, { role: 'compliance', reviews: 3, approvals: 1 }),
  sample(ManyPeopleViewed, { staffId: 'staff-id', people: 101, from: AT, to: AT }),
  sample(AccountReported, { userId: 'ada-id', at: AT }),
  sample(AccountClosed, { userId: 'ada-id', at: AT }),
  sample(UserFrozen, { userId: 'ada-id', byOwner: false }),
  sample(UserUnfrozen, { userId: 'ada-id' }),
  sample(StaffRoleChanged, { userId: 'ada-id', before: null, after: 'finance' }),
  sample(StaffRoleChanged, { userId: 'ada-id', before: 'finance', after: null }, 'without a role'),
  sample(BuyerCodeIssued, {
    sessionId: 'cs_1',
    email: 'buyer@example.com',
    codeId: 'code-2',
    amount: naira('253801'),
    expiresAt: AT,
  }),
  sample(ManyCardsDeclined, { appId: 'app-1', key: 'public-key', declined: 100 }),
  sample(ManyCardsDeclined, { appId: 'app-1', key: 'secret-key', declined: 100 }, 'with the secret key'),
  sample(PayoutAccountAdded, { accountId: '7', masked: '•••• 6789', currency: 'NGN', addedAt: AT }),
  sample(PayrollItemPaid, paid),
  sample(PayrollItemPaid, { ...paid, note: null, batchName: null }, 'without note and name'),
  sample(SubscriptionCreated, trial),
  sample(SubscriptionInvoiceCreated, {
    ...subscriptionInvoice,
    status: 'created',
    planName: 'Gold',
    customerName: 'Bola',
    linkEndsAt: AT,
  }),
  sample(SubscriptionInvoiceFailed, missed),
  sample(AutopayStopped, {
    ...subscription,
    link: {
      invoiceId: 'inv_live_1',
      amount: naira('500000'),
      endsAt: AT,
      customerEmail: 'taken@example.com',
    },
  }),
  sample(SubscriptionRequestedAgain, { subscriptionId: 'sub_live_1', customerEmail: 'taken@example.com' }),
  sample(SubscriptionInvoiceFailed, { ...missed, reason: 'declined' }, 'declined'),
  sample(SubscriptionCancelScheduled, { ...subscription, cancelledBy: 'customer', endsAt: AT }),
  sample(SubscriptionPlanScheduled, {
    ...subscription,
    amount: naira('800000'),
    effectiveAt: AT,
    isConfirmed: true,
  }),
  sample(SubscriptionResumed, subscription),
  sample(SubscriptionCancelled, {
    ...subscription,
    reason: 'payment_failed',
    cancelledAt: AT,
    planName: 'Gold',
  }),
  sample(
    SubscriptionCancelled,
    { ...subscription, reason: 'customer_cancelled', cancelledAt: AT, planName: 'Gold' },
    'by the customer',
  ),
  sample(RefundCreated, { ...merchantRefund, status: 'pending' }),
  sample(RefundCompleted, { ...merchantRefund, status: 'completed', endedAt: AT, providerFee: null }),
  sample(
    RefundCompleted,
    {
      ...merchantRefund,
      status: 'completed',
      endedAt: AT,
      rail: 'account',
      destination: 'Access Bank •••• 0031',
      paidFrom: 'bank-payout-float',
      providerFee: null,
    },
    'to an account',
  ),
  sample(RefundAccountNeeded, { ...merchantRefund, rail: 'account', id: 'refund-1', until: AT }),
  sample(RefundLate, { ...merchantRefund, takenAt: AT }),
  sample(
    RefundCompleted,
    {
      ...merchantRefund,
      status: 'completed',
      endedAt: AT,
      providerFee: null,
      rail: 'wallet',
      payer: { ownerId: 'payer-id', accountId: 'account-1' },
    },
    'to a wallet',
  ),
  sample(RefundFailed, { ...merchantRefund, status: 'failed', endedAt: AT, failure: 'Too old' }),
  sample(RefundReturned, { ...merchantRefund, status: 'completed', endedAt: AT, returnedAt: AT }),
  sample(ChargebackOpened, { ...chargeback, status: 'opened', isAgain: false }),
  sample(
    ChargebackOpened,
    { ...chargeback, respondBy: null, status: 'opened', isAgain: false },
    'without a time to answer',
  ),
  sample(ChargebackDueSoon, { ...chargeback, status: 'opened' }),
  sample(ChargebackWon, { ...chargeback, status: 'won', writtenOff: naira('0'), endedAt: AT }),
  sample(ChargebackLost, { ...chargeback, status: 'lost', endedAt: AT }),
  sample(ChargebackAlerted, {
    cause: 'unclear-report',
    gateway: 'simulator',
    providerId: '7002',
    stage: 1,
    detail: 'partially-accepted, new, 100.00 NGN, transaction 1000001',
    chargebackId: null,
  }),
  sample(InvoiceSent, mailedInvoice),
  sample(InvoiceSent, { ...mailedInvoice, dueDate: null }, 'without a due date'),
  sample(InvoiceReminderDue, mailedInvoice),
  sample(InvoicePaid, { ...invoice, amountPaid: naira('90000'), amountCredited: naira('10000'), paidAt: AT }),
  sample(InvoiceOverdue, { ...invoice, amountDue: naira('100000'), dueDate: '2026-12-31' }),
  sample(PayrollCompleted, payroll),
  sample(PayrollCompleted, { ...payroll, batchName: null }, 'without a name'),
  sample(SubscriptionCharged, {
    ...charged,
    invoiceId: 'inv_live_1',
    amount: naira('500000'),
    debited: naira('500000'),
    payer: { ownerId: 'owner-id', accountId: 'account-1' },
    accountId: 'account-2',
  }),
  sample(SubscriptionCardCharged, {
    ...charged,
    invoiceId: 'inv_live_1',
    customerEmail: 'ada@example.com',
    amount: naira('500000'),
    charged: naira('500000'),
    gateway: 'flutterwave',
    gatewayTransactionId: '7',
    cardBrand: 'visa',
    cardLast4: '4242',
    accountId: 'account-2',
  }),
  sample(SubscriptionInvoiceFailed, failedCharge, 'of a charge'),
  sample(AppRevoked, { appName: 'Adé Shop' }),
  sample(SubscriptionCardExpiring, {
    ...charged,
    customerEmail: 'ada@example.com',
    cardLast4: '4242',
    validUntil: AT,
  }),
  sample(SubscriptionFundsShort, {
    ...charged,
    payerId: 'owner-id',
    cost: naira('500000'),
    missing: naira('120050'),
    dueAt: AT,
  }),
  sample(PayoutCompleted, { ...payout, status: 'completed', providerFee: null }),
  sample(PayoutFailed, { ...payout, status: 'failed', reason: 'No such account' }),
  sample(PayoutWaiting, { ...payout, cause: 'unclaimed' }),
  sample(PayoutWaiting, { ...payout, cause: 'held' }, 'held by the provider'),
  sample(PayoutReturned, {
    ...payout,
    status: 'completed',
    returned: naira('5000000'),
    credited: naira('5000000'),
  }),
  sample(PayoutStopped, { ...payout, reason: 'The provider pays another amount' }),
  sample(PayoutLate, { ...payout, dueBy: AT }),
  sample(PayoutReturnReported, { ...payout, returned: naira('5000000'), number: 1 }),
  sample(PayoutReturnWithdrawn, { ...payout, returned: naira('5000000'), number: 1 }),
  sample(PayoutPaidLate, { ...payout, providerId: '7' }),
  sample(FloatNeedsAttention, {
    method: 'bank',
    cause: 'differs',
    reported: naira('100'),
    booked: naira('200'),
  }),
  sample(
    FloatNeedsAttention,
    { method: 'bank', cause: 'low', reported: naira('100'), booked: naira('100') },
    'low',
  ),
  sample(PayoutProviderPaused, {
    provider: 'flutterwave',
    cause: 'insufficient_float',
    reason: 'Insufficient funds in customer wallet',
  }),
  sample(
    PayoutProviderPaused,
    { provider: 'paypal', cause: 'credentials_refused', reason: 'NOT_AUTHORIZED' },
    'key',
  ),
  sample(EscrowFunded, { ...terms, ...funded }),
  sample(EscrowFunded, { ...byMail, ...funded }, 'by a buyer without an account'),
  sample(EscrowReleased, { ...terms, status: 'released', settlement: settlement('wallet') }),
  sample(
    EscrowReleased,
    { ...unknown, status: 'released', settlement: settlement('gateway') },
    'by an unknown buyer',
  ),
  sample(EscrowCancelled, { ...terms, status: 'refunded', settlement: settlement('wallet') }),
  sample(
    EscrowCancelled,
    { ...byMail, status: 'refunded', settlement: settlement('gateway') },
    'by a buyer without an account',
  ),
  sample(EscrowDisputed, { ...terms, ...disputed }),
  sample(EscrowDisputed, { ...terms, ...disputed, raisedBy: 'beneficiary' }, 'by the beneficiary'),
  sample(EscrowDisputed, { ...unknown, ...disputed }, 'by an unknown buyer'),
  sample(EscrowDisputeAnswered, { ...terms, ...dispute, response: 'It did come' }),
  sample(
    EscrowDisputeAnswered,
    { ...terms, ...dispute, raisedBy: 'beneficiary', response: 'It did not' },
    'by the initiator',
  ),
  sample(EscrowResolved, { ...terms, ...resolved, resolution: 'split' }),
  sample(EscrowResolved, { ...terms, ...resolved, resolution: 'release' }, 'for the beneficiary'),
  sample(EscrowResolved, { ...terms, ...resolved, resolution: 'refund' }, 'for the initiator'),
  sample(
    EscrowResolved,
    { ...byMail, ...resolved, settlement: settlement('gateway'), resolution: 'split' },
    'split with a card',
  ),
  sample(
    EscrowResolved,
    { ...byMail, ...resolved, settlement: settlement('gateway'), resolution: 'refund' },
    'back to a card',
  ),
  sample(EscrowOverdue, { ...terms, deadlineAt: AT }),
  sample(EscrowOverdue, { ...unknown, deadlineAt: AT }, 'of an unknown buyer'),
  sample(EscrowDisputeLate, { ...terms, ...dispute }),
  sample(CheckoutRateDrifted, {
    driftId: 'drift-1',
    base: 'USD',
    quote: 'NGN',
    rate: '1500',
    live: '1545.25',
  }),
  sample(LiveRateHeld, { currency: 'NGN', rate: '1720.5', inForce: '1500', source: 'frankfurter' }),
  sample(DocumentApproved, { ...passport, level: 1 }),
  sample(DocumentRejected, { ...refused, isRevoked: false, canRetry: true }),
  sample(DocumentRejected, { ...refused, isRevoked: true, canRetry: false }, 'revoked'),
  sample(DocumentExpiring, { ...passport, docType: 'address_proof', expiresOn: '2026-12-21', days: 30 }),
  sample(DocumentExpired, { ...passport, expiresOn: '2026-11-20', level: 0, isRenewed: false }),
  sample(DocumentExpired, { ...passport, expiresOn: '2026-11-20', level: 1, isRenewed: true }, 'renewed'),
  sample(KycLevelChanged, { userId: 'owner-id', from: 0, to: 1 }),
  sample(KycLevelChanged, { userId: 'owner-id', from: 1, to: 0 }, 'lower'),
  sample(BvnVerified, { ...bvn, isDeferred: false }),
  sample(BvnNotVerified, { ...bvn, isDeferred: true }),
  sample(BvnCheckRepeated, { userId: 'ada-id' }),
  sample(NameChangeRejected, { changeId: 'change-1', userId: 'ada-id', reason: 'The papers are missing.' }),
  sample(KybApproved, { userId: 'ada-id', submissionId: 'submission-1' }),
  sample(KybRejected, { ...rejected, isFinal: false }),
  sample(KybRejected, { ...rejected, isFinal: true }, 'for good'),
  sample(KybRevoked, { userId: 'ada-id', reason: 'The register does not list it.' }),
  sample(KybReopened, { userId: 'ada-id' }),
  sample(BrandNameApproved, { ownerId: 'ada-id', name: 'Adé Books' }),
  sample(BrandNameRejected, {
    ownerId: 'ada-id',
    name: 'Adé Books',
    reason: 'It is the name of another company.',
  }),
  sample(SupportEmailCodeIssued, {
    ownerId: 'ada-id',
    codeId: 'code-1',
    email: 'help@example.com',
    isMailed: true,
    expiresAt: AT,
  }),
];
