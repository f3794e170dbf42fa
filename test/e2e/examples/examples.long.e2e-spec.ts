import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type CallOptions, type HttpAnswer, httpClient } from '../../support/http-client';
import { APPS, type Platform, startPlatform } from '../../support/platform';
import { setNairaRate } from '../../support/rates';
import { sendForm, uploadEvidence, uploadLogo } from '../../support/uploads';
import { HabitualReceiver, verifiesAll } from '../webhooks/conformance-receivers';
import { EXAMPLES, type Host, type Shared, Stage } from './stage';
import { type AnswerExample, maskedAnswer } from './masked-answer';

const ROOT = path.resolve(__dirname, '../../..');
const ANSWERS = path.join(ROOT, 'libs/http/src/openapi/answer-examples.json');
const DOCUMENTS = ['sandbox', 'business', 'checkout', 'app', 'staff'] as const;
type DocumentName = (typeof DOCUMENTS)[number];

interface DescribedOperation {
  operationId: string;
  security: Record<string, unknown>[];
  requestBody?: { content: Record<string, unknown> };
}

interface Operation {
  document: DocumentName;
  host: Host;
  method: string;
  place: string;
  described: DescribedOperation;
}

const OPERATIONS = new Map<string, Operation>(
  DOCUMENTS.flatMap((document) => {
    const { paths } = JSON.parse(readFileSync(path.join(ROOT, `docs/openapi/${document}.json`), 'utf8')) as {
      paths: Record<string, Record<string, DescribedOperation>>;
    };
    return Object.entries(paths).flatMap(([place, item]) =>
      Object.entries(item).map(([method, described]): [string, Operation] => [
        `${document} ${described.operationId}`,
        { document, host: document === 'staff' ? 'business' : document, method, place, described },
      ]),
    );
  }),
);

/** Operations that a host never carries out; their answers in its document are those of another host. */
const REFUSED: Readonly<Record<string, string>> = {
  'sandbox sessionsPayBankTransfer': 'a test session offers card and wallet alone',
  'sandbox sessionsPayCancel': 'a test session offers no method that is paid elsewhere',
  'sandbox sessionsPayCardInit': 'the simulated gateway has no widget of its own',
  'sandbox sessionsPayExtwallet': 'a test session offers card and wallet alone',
  'sandbox sessionsPayMobileMoney': 'a test session offers card and wallet alone',
  'sandbox sessionsPayUssd': 'a test session offers card and wallet alone',
  'sandbox sessionsWalletLogin': 'wallets are live: a sandbox session is paid with the PIN of a test wallet',
  'sandbox sessionsWalletQuote': 'wallets are live: a sandbox session is paid with the PIN of a test wallet',
};

/** Steps that come before an example whose request refers to none of them. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  adminApprovalsList: ['approval'],
  adminApprovalsWithdraw: ['own_approval'],
  adminAuditList: ['audit_entry'],
  adminBrandsList: ['brand_review'],
  adminChargebacksAlerts: ['chargeback_alert'],
  adminChargebacksList: ['chargeback'],
  adminDeliveriesList: ['delivery'],
  adminDeliveriesParked: ['parked_event'],
  adminEscrowDisputes: ['dispute'],
  adminFxAccept: ['held_rate'],
  adminFxRates: ['current_rates'],
  adminKybQueue: ['kyb_user'],
  adminKycBvnQueue: ['bvn_review'],
  adminKycNameQueue: ['name_change'],
  adminKycQueue: ['document'],
  adminLedgerFaults: ['fault'],
  adminPayoutsList: ['payout'],
  adminQueuesList: ['job_runs'],
  adminSubscriptionsChargeHolds: ['charge_hold'],
  adminRefundsList: ['pending_refund'],
  adminUnappliedList: ['unapplied_payment'],
  analyticsBreakdown: ['transaction'],
  analyticsFlows: ['transaction'],
  analyticsRevenueChart: ['transaction'],
  analyticsTopSenders: ['transaction'],
  auth2faSetup: ['person'],
  authAccounts: ['team_account'],
  authChangeEmail: ['person'],
  authChangeUsertag: ['person'],
  authResendOtp: ['unproved_person'],
  authResendPhoneOtp: ['person_with_phone'],
  businessBrandGet: ['merchant_brand'],
  businessBrandRemoveLogo: ['merchant_logo'],
  businessChargebacksList: ['chargeback'],
  businessCustomersList: ['paying_customer'],
  businessEventsList: ['event'],
  businessInvoicesList: ['sent_invoice'],
  businessPaymentsList: ['live_payment'],
  businessPaymentsRefunds: ['live_refund'],
  businessPayrollList: ['payroll'],
  businessRequestsErrors: ['request'],
  businessRequestsList: ['request'],
  businessWebhooksDeliveries: ['delivery'],
  businessWebhooksList: ['webhook'],
  depositVirtualAccount: ['verified_person'],
  escrowList: ['escrow'],
  eventsList: ['event'],
  featuresPaymentLinksList: ['link'],
  invoicesList: ['sent_invoice'],
  kycStatus: ['person'],
  kycSubmitKyb: ['unverified_business'],
  notificationsList: ['notification'],
  notificationsUnreadCount: ['notification'],
  paymentsFxRates: ['current_rates'],
  payoutHistory: ['withdrawal'],
  payoutList: ['withdrawal'],
  payoutMyBanks: ['saved_account'],
  sessionsList: ['session'],
  sessionsPayCardInit: ['card_widget'],
  sessionsPayWallet: ['wallet_buyer'],
  sessionsRefunds: ['refund'],
  sessionsWalletQuote: ['wallet_buyer'],
  settingsChangePassword: ['person'],
  settingsCloseAccount: ['person'],
  settingsSessions: ['person'],
  settingsSetPin: ['person_without_pin'],
  settingsUpdateProfile: ['person'],
  subscriptionsList: ['subscription'],
  subscriptionsListPlans: ['plan'],
  subscriptionsMine: ['subscription'],
  transactionsExport: ['transaction'],
  transactionsList: ['transaction'],
  transactionsTotals: ['transaction'],
  walletHistory: ['transaction'],
  walletRequests: ['received_request'],
  webhooksDeliveries: ['delivery'],
  webhooksList: ['webhook'],
  teamActivity: ['team_member'],
  teamInvitations: ['team_invitation'],
  teamMembers: ['team_member'],
};

/** Sends the example of an operation with the credentials that its host takes. */
async function sendExample(stage: Stage, { document, host, method, place, described }: Operation) {
  const { operationId, security, requestBody } = described;
  for (const step of BEFORE[operationId] ?? []) await stage.value(step);
  const { query = {}, body } = await stage.filled(EXAMPLES.requests[operationId] ?? {});
  const by = security.length === 0 ? {} : (stage.by ?? (await credentials(stage, document, security)));
  if (requestBody && 'multipart/form-data' in requestBody.content) return sendUpload(stage, body!, by);
  const address = new URL(place, stage.platform.urls[host]);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
  return httpClient(method.toUpperCase(), address.href, body, by);
}

/** The first of the credentials that a program of the host's readers would have. */
async function credentials(
  stage: Stage,
  document: DocumentName,
  security: Record<string, unknown>[],
): Promise<CallOptions> {
  const accepted = security.flatMap(Object.keys);
  if (document === 'staff') return { token: stage.shared.staff.admin.token };
  const merchant = await stage.merchant();
  const app = merchant[stage.mode];
  const isForShops = document === 'sandbox' || document === 'checkout';
  if (accepted.includes('secret-key') && isForShops) return { key: app.secret_key };
  if (accepted.includes('public-key')) return { key: app.public_key };
  if (accepted.includes('checkout-session')) return { sessionToken: stage.sessionToken };
  return { token: merchant.token };
}

const sendUpload = (
  { platform, host }: Stage,
  { document, doc_type, tier, logo, file, chargeback_id }: Record<string, unknown>,
  by: CallOptions,
): Promise<HttpAnswer> => {
  if (file) return uploadEvidence(platform, file as Buffer, chargeback_id as string, by);
  if (logo) return uploadLogo(platform, logo as Buffer, by);
  return sendForm(
    platform,
    [
      ['document', document as Buffer, EXAMPLES.values.document_file as string],
      ['doc_type', doc_type as string],
      ['tier', String(tier)],
    ],
    { ...by, host: host as 'business' | 'app' },
  );
};

describe('The example of an operation', () => {
  let platform: Platform;
  let shared: Shared;
  const recorded = new Map<string, AnswerExample>();

  beforeAll(async () => {
    platform = await startPlatform({ apps: APPS, env: { RATE_LIMITS: 'false' } });
    // The same day of a year in every run, so that months and periods are as long.
    const now = new Date();
    const next = Date.UTC(now.getUTCFullYear() + 1, 0, 15, 9, 30);
    platform.clock.advance({ ms: next - now.getTime() });
    // Among them the one that makes the partitions of these days.
    await platform.runJobs();
    await setNairaRate(platform, 'USD', '1450');
    const [admin, compliance, finance] = [
      await platform.staff('admin'),
      await platform.staff('compliance'),
      await platform.staff('finance'),
    ];
    const receiver = await HabitualReceiver.with({
      // Both secrets of a first endpoint sign: its own, and that of its app.
      verifies: (raw, headers, secret) =>
        String(headers['webhook-signature'])
          .split(' ')
          .some((one) => verifiesAll(raw, { ...headers, 'webhook-signature': one }, secret)),
      isFresh: (_, headers) =>
        Math.abs(Number(headers['webhook-timestamp']) - platform.clock.unixSeconds()) <= 300,
    });
    shared = { platform, receiver, staff: { admin, compliance, finance } };
  });
  afterAll(async () => {
    await platform?.stop();
    await shared?.receiver.stop();
  });

  it.each([...OPERATIONS.keys()].filter((name) => !(name in REFUSED)))('is carried out: %s', async (name) => {
    const operation = OPERATIONS.get(name)!;
    const stage = new Stage(operation.host, shared);
    const answer = await sendExample(stage, operation);
    stage.end();
    expect(answer.headers.get('x-unknown-fields')).toBeNull();
    if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
    const masked = await maskedAnswer(stage, operation.described.operationId, answer);
    if (masked) recorded.set(name, masked);
  });

  it('has the fields that the documents show in its answer', () => {
    const answers = byName(recorded);
    if (process.env.RECORD_ANSWERS) writeFileSync(ANSWERS, `${JSON.stringify(answers, null, 1)}\n`);
    const shown = JSON.parse(readFileSync(ANSWERS, 'utf8')) as Record<string, AnswerExample>;
    expect([...recorded].filter(([name, answer]) => !isAlike(answer, shownOf(shown, name)))).toEqual([]);
  });
});

const shownOf = (shown: Record<string, AnswerExample>, name: string): AnswerExample | undefined =>
  shown[name] ?? shown[OPERATIONS.get(name)!.described.operationId];

/** Whether both have the same fields, as far as both have a value: lists may be empty and numbers differ from run to run. */
function isAlike(one: unknown, other: unknown): boolean {
  if (one === null || other === null) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === 0 || other.length === 0 || isAlike(one[0], other[0]);
  if (typeof one !== 'object' || typeof other !== 'object') return typeof one === typeof other;
  const [names, others] = [Object.keys(one).sort(), Object.keys(other).sort()];
  if (names.join() !== others.join()) return false;
  return names.every((name) => isAlike(one[name as keyof typeof one], other[name as keyof typeof other]));
}

/** One answer by operation, and further ones by document and operation where they differ from it. */
function byName(recorded: ReadonlyMap<string, AnswerExample>): Record<string, AnswerExample> {
  const answers: Record<string, AnswerExample> = {};
  for (const [name, answer] of recorded) {
    const { operationId } = OPERATIONS.get(name)!.described;
    const isKnown = JSON.stringify(answers[operationId] ?? answer) === JSON.stringify(answer);
    answers[isKnown ? operationId : name] = answer;
  }
  return Object.fromEntries(Object.entries(answers).sort(([one], [other]) => (one < other ? -1 : 1)));
}
