/* Written by `npm run docs:api` from docs/openapi. */
import type { List } from '../list.js';
import { type Access, type Call, type IdempotentOptions, type RequestOptions, resource, type Rows } from '../resource.js';
import type { components, operations } from './types.js';

/** Every schema of the API by name, such as `Schemas['Session']`. Responses of later versions may have further fields. */
export type Schemas = components['schemas'];
/** The codes of errors. Later versions may add codes. */
export type ErrorCode = Schemas['Error']['error_code'];

type Query<K extends keyof operations> = NonNullable<operations[K]['parameters']['query']>;
type Content<T> = T extends { content: { 'application/json': infer C } } ? C : never;
type Body<K extends keyof operations> = Content<operations[K]['requestBody']>;
type Answer<K extends keyof operations> = Content<operations[K]['responses'][keyof operations[K]['responses']]>;
type PageOf<K extends keyof operations> = Answer<K> extends { data: infer P extends { data: unknown[] } } ? P : Answer<K> extends { data: unknown[]; next_cursor: string | null } ? Answer<K> : never;

/* Credentials of operations, and the hosts that take them, preferred ones first. */
const A0: Access = { secretKey: ['checkout', 'sandbox'] };
const A1: Access = { accessToken: ['checkout', 'sandbox'], secretKey: ['checkout', 'sandbox'] };
const A2: Access = { sessionToken: ['checkout', 'sandbox'] };
const A3: Access = { publicKey: ['checkout', 'sandbox'] };
const A4: Access = { secretKey: ['checkout', 'sandbox'], sessionToken: ['checkout', 'sandbox'] };
const A5: Access = { accessToken: ['checkout', 'sandbox'], secretKey: ['checkout', 'sandbox'], sessionToken: ['checkout', 'sandbox'] };
const A6: Access = { accessToken: ['checkout', 'sandbox'] };
const A7: Access = { secretKey: ['checkout', 'sandbox'], accessToken: ['business'] };
const A8: Access = { accessToken: ['business', 'checkout', 'sandbox'], secretKey: ['checkout', 'sandbox'] };
const A9: Access = { accessToken: ['business', 'checkout', 'sandbox'], secretKey: ['business', 'checkout', 'sandbox'] };
const A10: Access = { accessToken: ['business', 'sandbox'] };
const A11: Access = { accessToken: ['business', 'sandbox'], secretKey: ['business', 'sandbox'] };
const A12: Access = { secretKey: ['business', 'sandbox'], accessToken: ['business'] };
const A13: Access = { secretKey: ['sandbox'] };
const A14: Access = { accessToken: ['sandbox'], secretKey: ['sandbox'] };
const A15: Access = { accessToken: ['business', 'app'], secretKey: ['business'] };
const A16: Access = { accessToken: ['business', 'app'] };
const A17: Access = { accessToken: ['business'] };
const A18: Access = { none: ['business', 'app'] };
const A19: Access = { accessToken: ['business'], secretKey: ['business'] };
const A20: Access = { accessToken: ['app'] };

/** Figures of wallets and payments, and reports to send. */
export interface AnalyticsResource {
  /** Movements of a period by transaction type. Scope of secret keys: `transactions:read`. Roles of team members: admin, finance. */
  breakdown(query?: Query<'analyticsBreakdown'>, options?: RequestOptions): Promise<Answer<'analyticsBreakdown'>>;
  /** What entered and left the wallet, by day. Scope of secret keys: `transactions:read`. Roles of team members: admin, finance. */
  flows(query?: Query<'analyticsFlows'>, options?: RequestOptions): Promise<Answer<'analyticsFlows'>>;
  /** Figures of a period, with their change against the period before. Scope of secret keys: `transactions:read`. Roles of team members: admin, finance. */
  overview(query?: Query<'analyticsOverview'>, options?: RequestOptions): Promise<Answer<'analyticsOverview'>>;
  /** The address of a page with the report of a period, for seven days. Scope of secret keys: `transactions:read`. Roles of team members: admin, finance. */
  reportLink(body?: Body<'analyticsReportLink'>, options?: RequestOptions): Promise<Answer<'analyticsReportLink'>>;
  /** What was received from others, by hour, day, week or month. Scope of secret keys: `transactions:read`. Roles of team members: admin, finance. */
  revenueChart(query?: Query<'analyticsRevenueChart'>, options?: RequestOptions): Promise<Answer<'analyticsRevenueChart'>>;
  /** The ten people who sent most in the last 90 days. Scope of secret keys: `transactions:read`. Roles of team members: admin, finance. */
  topSenders(query?: Query<'analyticsTopSenders'>, options?: RequestOptions): Promise<Answer<'analyticsTopSenders'>>;
}

/** Accounts, sessions, second factors and proofs of contacts. */
export interface AuthResource {
  /** The person signed in, the account of the session, and what both may do on this host. Roles of team members: admin, developer, finance, support. */
  me(input?: undefined, options?: RequestOptions): Promise<Answer<'authMe'>>;
  /** Turn two-factor authentication off. */
  twoFactorDisable(body: Body<'auth2faDisable'>, options?: RequestOptions): Promise<Answer<'auth2faDisable'>>;
  /** Turn two-factor authentication on. */
  twoFactorEnable(body: Body<'auth2faEnable'>, options?: RequestOptions): Promise<Answer<'auth2faEnable'>>;
  /** Replace the recovery codes. */
  twoFactorRecoveryCodes(body: Body<'auth2faRecoveryCodes'>, options?: RequestOptions): Promise<Answer<'auth2faRecoveryCodes'>>;
  /** Set up an authenticator app. */
  twoFactorSetup(input?: undefined, options?: RequestOptions): Promise<Answer<'auth2faSetup'>>;
  /** Accounts that you may act for, your own first. Roles of team members: admin, developer, finance, support. */
  accounts(input?: undefined, options?: RequestOptions): Promise<Answer<'authAccounts'>>;
  /** Ask for another e-mail address; a code goes to it. */
  changeEmail(body: Body<'authChangeEmail'>, options?: RequestOptions): Promise<Answer<'authChangeEmail'>>;
  /** Take another user tag, three times a year. */
  changeUsertag(body: Body<'authChangeUsertag'>, options?: RequestOptions): Promise<Answer<'authChangeUsertag'>>;
  /** Prove the new e-mail address with its code. */
  confirmEmail(body: Body<'authConfirmEmail'>, options?: RequestOptions): Promise<Answer<'authConfirmEmail'>>;
  /** Ask for a new password. */
  forgotPassword(body: Body<'authForgotPassword'>, options?: RequestOptions): Promise<Answer<'authForgotPassword'>>;
  /** Sign in. */
  login(body: Body<'authLogin'>, options?: RequestOptions): Promise<Answer<'authLogin'>>;
  /** End the session of a refresh token, and that of the access token. */
  logout(body: Body<'authLogout'>, options?: RequestOptions): Promise<Answer<'authLogout'>>;
  /** Freeze the account of a security mail. */
  notMe(body: Body<'authNotMe'>, options?: RequestOptions): Promise<Answer<'authNotMe'>>;
  /** The account signed in. Roles of team members: admin, developer, finance, support. */
  profile(input?: undefined, options?: RequestOptions): Promise<Answer<'authProfile'>>;
  /** Exchange a refresh token for a new pair. */
  refresh(body: Body<'authRefresh'>, options?: RequestOptions): Promise<Answer<'authRefresh'>>;
  /** Open an account. */
  register(body: Body<'authRegister'>, options?: RequestOptions): Promise<Answer<'authRegister'>>;
  /** Mail a new code. */
  resendOtp(input?: undefined, options?: RequestOptions): Promise<Answer<'authResendOtp'>>;
  /** Send a new code to the phone number. */
  resendPhoneOtp(input?: undefined, options?: RequestOptions): Promise<Answer<'authResendPhoneOtp'>>;
  /** Set a new password. */
  resetPassword(body: Body<'authResetPassword'>, options?: RequestOptions): Promise<Answer<'authResetPassword'>>;
  /** Prove the second factor again in this session. Roles of team members: admin, developer, finance, support. */
  stepUp(body: Body<'authStepUp'>, options?: RequestOptions): Promise<Answer<'authStepUp'>>;
  /** Open a session that acts for an account of whose team you are, or for your own again. Roles of team members: admin, developer, finance, support. */
  switchAccount(body: Body<'authSwitchAccount'>, options?: RequestOptions): Promise<Answer<'authSwitchAccount'>>;
  /** Prove the e-mail address. */
  verifyEmail(body: Body<'authVerifyEmail'>, options?: RequestOptions): Promise<Answer<'authVerifyEmail'>>;
  /** Prove the phone number. */
  verifyPhone(body: Body<'authVerifyPhone'>, options?: RequestOptions): Promise<Answer<'authVerifyPhone'>>;
}

/** Merchant apps and their keys. */
export interface BusinessAppsResource {
  /** Create an app with its keys, shown once. Roles of team members: admin, developer. */
  create(body: Body<'businessAppsCreate'>, options?: RequestOptions): Promise<Answer<'businessAppsCreate'>>;
  /** Apps of the account. Roles of team members: admin, developer. */
  list(input?: undefined, options?: RequestOptions): Promise<Answer<'businessAppsList'>>;
  /** End an app and its keys for good. People send their transaction PIN; keys send none. Roles of team members: admin, developer. */
  revoke(body: Body<'businessAppsRevoke'>, options?: RequestOptions): Promise<Answer<'businessAppsRevoke'>>;
  /** Issue a new secret key, shown once. People send their transaction PIN; keys send none. Roles of team members: admin, developer. */
  rotateSecret(body: Body<'businessAppsRotateSecret'>, options?: RequestOptions): Promise<Answer<'businessAppsRotateSecret'>>;
  /** Change scopes, allow-lists and rate limit. People send their transaction PIN; keys send none. Roles of team members: admin, developer. */
  update(body: Body<'businessAppsUpdate'>, options?: RequestOptions): Promise<Answer<'businessAppsUpdate'>>;
}

/** Name, colour, logo and contacts on the pages of a business. */
export interface BusinessBrandResource {
  /** Prove the support address with its code. Roles of team members: admin. */
  confirmSupportEmail(body: Body<'businessBrandConfirmSupportEmail'>, options?: RequestOptions): Promise<Answer<'businessBrandConfirmSupportEmail'>>;
  /** Name, colour, logo and contacts on your pages. Roles of team members: admin. */
  get(input?: undefined, options?: RequestOptions): Promise<Answer<'businessBrandGet'>>;
  /** Remove the logo. Roles of team members: admin. */
  removeLogo(input?: undefined, options?: RequestOptions): Promise<Answer<'businessBrandRemoveLogo'>>;
  /** Change name, colour and contacts. People send their transaction PIN; keys send none. The e-mail address of the account has to be proved first. Roles of team members: admin. */
  update(body?: Body<'businessBrandUpdate'>, options?: RequestOptions): Promise<Answer<'businessBrandUpdate'>>;
  /** Upload a logo: JPEG or PNG. The e-mail address of the account has to be proved first. Roles of team members: admin. */
  uploadLogo(body: FormData, options?: RequestOptions): Promise<Answer<'businessBrandUploadLogo'>>;
}

/** Card payments that the bank of the payer takes back. */
export interface BusinessChargebacksResource {
  /** One chargeback with the files that were uploaded for it. Scope of secret keys: `charges:read`. Roles of team members: admin, developer, finance, support. */
  detail(query: Query<'businessChargebacksDetail'>, options?: RequestOptions): Promise<Answer<'businessChargebacksDetail'>>;
  /** Chargebacks of the account, newest first. Scope of secret keys: `charges:read`. Roles of team members: admin, developer, finance, support. */
  list(query?: Query<'businessChargebacksList'>, options?: RequestOptions): List<PageOf<'businessChargebacksList'>>;
  /** Accept a chargeback, or contest it with a comment and files. People send their transaction PIN; keys send none. Roles of team members: admin, finance, support. */
  respond(body: Body<'businessChargebacksRespond'>, options?: IdempotentOptions): Promise<Answer<'businessChargebacksRespond'>>;
  /** Upload a picture as evidence: JPEG or PNG, five for each chargeback. Roles of team members: admin, finance, support. */
  upload(body: FormData, options?: RequestOptions): Promise<Answer<'businessChargebacksUpload'>>;
}

/** Who has paid the business, by e-mail address. */
export interface BusinessCustomersResource {
  /** Customers of the business, the last who paid first. Scope of secret keys: `charges:read`. Roles of team members: admin, developer, finance, support. */
  list(query?: Query<'businessCustomersList'>, options?: RequestOptions): List<PageOf<'businessCustomersList'>>;
  /** One customer with the newest subscriptions and invoices. Scope of secret keys: `charges:read`. Roles of team members: admin, developer, finance, support. */
  show(query: Query<'businessCustomersShow'>, options?: RequestOptions): Promise<Answer<'businessCustomersShow'>>;
}

/** The events of an app in their order. */
export interface BusinessEventsResource {
  /** One event with every delivery and attempt. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer, finance, support. */
  detail(query: Query<'businessEventsDetail'>, options?: RequestOptions): Promise<Answer<'businessEventsDetail'>>;
  /** An app’s events in their order, or the next ones. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer, finance, support. */
  list(query?: Query<'businessEventsList'>, options?: RequestOptions): Promise<Answer<'businessEventsList'>>;
  /** Send an event again, to one endpoint or to all. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer. */
  resend(body: Body<'businessEventsResend'>, options?: RequestOptions): Promise<Answer<'businessEventsResend'>>;
}

/** Invoices of the signed-in business. */
export interface BusinessInvoicesResource {
  /** Draft an invoice, with the next number. Scope of secret keys: `invoices:manage`. */
  create(body: Body<'businessInvoicesCreate'>, options?: IdempotentOptions): Promise<Answer<'businessInvoicesCreate'>>;
  /** Write off a part of what is due, with a credit note. Scope of secret keys: `invoices:manage`. */
  credit(body: Body<'businessInvoicesCredit'>, options?: IdempotentOptions): Promise<Answer<'businessInvoicesCredit'>>;
  /** An invoice with lines, payments, credit notes and mails. Scope of secret keys: `invoices:manage`. Roles of team members: admin, developer, finance, support. */
  detail(query: Query<'businessInvoicesDetail'>, options?: RequestOptions): Promise<Answer<'businessInvoicesDetail'>>;
  /** Your invoices, newest first. Scope of secret keys: `invoices:manage`. Roles of team members: admin, developer, finance, support. */
  list(query?: Query<'businessInvoicesList'>, options?: RequestOptions): List<PageOf<'businessInvoicesList'>>;
  /** An invoice as PDF, as it stands. Scope of secret keys: `invoices:manage`. Roles of team members: admin, developer, finance, support. */
  pdf(query: Query<'businessInvoicesPdf'>, options?: RequestOptions): Promise<Uint8Array>;
  /** Issue a draft and mail it; mail an unpaid invoice again. Scope of secret keys: `invoices:manage`. */
  send(body: Body<'businessInvoicesSend'>, options?: IdempotentOptions): Promise<Answer<'businessInvoicesSend'>>;
  /** Change a draft. Scope of secret keys: `invoices:manage`. */
  update(body: Body<'businessInvoicesUpdate'>, options?: IdempotentOptions): Promise<Answer<'businessInvoicesUpdate'>>;
  /** Take an unpaid invoice back for good. Scope of secret keys: `invoices:manage`. */
  void(body: Body<'businessInvoicesVoid'>, options?: IdempotentOptions): Promise<Answer<'businessInvoicesVoid'>>;
}

/** What all apps of the business were paid, and its refunds. */
export interface BusinessPaymentsResource {
  /** One checkout session with its refunds. Roles of team members: admin, developer, finance, support. */
  detail(query: Query<'businessPaymentsDetail'>, options?: RequestOptions): Promise<Answer<'businessPaymentsDetail'>>;
  /** Close the page of a session that has no payment in progress. People send their transaction PIN; keys send none. Roles of team members: admin, finance. */
  expire(body: Body<'businessPaymentsExpire'>, options?: IdempotentOptions): Promise<Answer<'businessPaymentsExpire'>>;
  /** Checkout sessions of the business, newest first. Roles of team members: admin, developer, finance, support. */
  list(query?: Query<'businessPaymentsList'>, options?: RequestOptions): List<PageOf<'businessPaymentsList'>>;
  /** Refund a paid session, in part or in full. People send their transaction PIN; keys send none. Roles of team members: admin, finance. */
  refund(body: Body<'businessPaymentsRefund'>, options?: IdempotentOptions): Promise<Answer<'businessPaymentsRefund'>>;
  /** One refund. Roles of team members: admin, developer, finance, support. */
  refundDetail(query: Query<'businessPaymentsRefundDetail'>, options?: RequestOptions): Promise<Answer<'businessPaymentsRefundDetail'>>;
  /** Refunds of the business, newest first. Roles of team members: admin, developer, finance, support. */
  refunds(query?: Query<'businessPaymentsRefunds'>, options?: RequestOptions): List<PageOf<'businessPaymentsRefunds'>>;
}

/** Many accounts paid in one request. */
export interface BusinessPayrollResource {
  /** Pay up to 1,000 accounts at once, all of them or none; no fee. People send their transaction PIN; keys send none. The e-mail address of the account has to be proved first, outside the sandbox. Roles of team members: admin, finance. */
  create(body: Body<'businessPayrollCreate'>, options?: IdempotentOptions): Promise<Answer<'businessPayrollCreate'>>;
  /** One payroll with every row. Roles of team members: admin, finance. */
  detail(query?: Query<'businessPayrollDetail'>, options?: RequestOptions): Promise<Answer<'businessPayrollDetail'>>;
  /** Payrolls you have run, newest first. Roles of team members: admin, finance. */
  list(query?: Query<'businessPayrollList'>, options?: RequestOptions): List<PageOf<'businessPayrollList'>>;
}

/** Writes and refused requests of all apps and people. */
export interface BusinessRequestsResource {
  /** Refused requests by error and operation. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer. */
  errors(query?: Query<'businessRequestsErrors'>, options?: RequestOptions): Promise<Answer<'businessRequestsErrors'>>;
  /** Writes and refused requests, newest first. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer. */
  list(query?: Query<'businessRequestsList'>, options?: RequestOptions): List<PageOf<'businessRequestsList'>>;
  /** One request by its id. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer. */
  show(query: Query<'businessRequestsShow'>, options?: RequestOptions): Promise<Answer<'businessRequestsShow'>>;
}

/** Endpoints, deliveries, replays and tests. */
export interface BusinessWebhooksResource {
  /** Send an endpoint what it must take and what it must refuse, and report rule by rule. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer. */
  conformancePost(body: Body<'businessWebhooksConformancePost'>, options?: RequestOptions): Promise<Answer<'businessWebhooksConformancePost'>>;
  /** The report of a conformance run. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer. */
  conformanceGet(query: Query<'businessWebhooksConformanceGet'>, options?: RequestOptions): Promise<Answer<'businessWebhooksConformanceGet'>>;
  /** Register an endpoint; its secret is shown once. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer. */
  create(body: Body<'businessWebhooksCreate'>, options?: RequestOptions): Promise<Answer<'businessWebhooksCreate'>>;
  /** Remove an endpoint. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer. */
  delete(body?: Body<'businessWebhooksDelete'>, options?: RequestOptions): Promise<Answer<'businessWebhooksDelete'>>;
  /** What was sent to an endpoint: every try with status, time and the beginning of the answer. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer. */
  deliveries(query: Query<'businessWebhooksDeliveries'>, options?: RequestOptions): List<PageOf<'businessWebhooksDeliveries'>>;
  /** One delivery with the text that is sent, and the last answer. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer. */
  delivery(query: Query<'businessWebhooksDelivery'>, options?: RequestOptions): Promise<Answer<'businessWebhooksDelivery'>>;
  /** One endpoint and how it does. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer. */
  detail(query: Query<'businessWebhooksDetail'>, options?: RequestOptions): Promise<Answer<'businessWebhooksDetail'>>;
  /** Registered endpoints and how they do. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer. */
  list(query?: Query<'businessWebhooksList'>, options?: RequestOptions): Promise<Answer<'businessWebhooksList'>>;
  /** Send a delivery again at once, under the same event id. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer. */
  redeliver(body: Body<'businessWebhooksRedeliver'>, options?: RequestOptions): Promise<Answer<'businessWebhooksRedeliver'>>;
  /** Send events of a past time to an endpoint again, in order, in the background. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer. */
  replay(body: Body<'businessWebhooksReplay'>, options?: RequestOptions): Promise<Answer<'businessWebhooksReplay'>>;
  /** Replays to an endpoint and how far they are. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer. */
  replays(query: Query<'businessWebhooksReplays'>, options?: RequestOptions): Promise<Answer<'businessWebhooksReplays'>>;
  /** Issue a new signing secret, shown once; the old one signs beside it for a while. Scope of secret keys: `webhooks:manage`. People send their transaction PIN; keys send none. Roles of team members: admin, developer. */
  rotateSecret(body: Body<'businessWebhooksRotateSecret'>, options?: RequestOptions): Promise<Answer<'businessWebhooksRotateSecret'>>;
  /** Send a signed test.ping to an endpoint and report what it answered. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer. */
  test(body: Body<'businessWebhooksTest'>, options?: RequestOptions): Promise<Answer<'businessWebhooksTest'>>;
  /** Change address or events, stop or resume deliveries. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer. */
  update(body: Body<'businessWebhooksUpdate'>, options?: RequestOptions): Promise<Answer<'businessWebhooksUpdate'>>;
}

/** Chargebacks of test payments, played from both sides. */
export interface ChargebacksResource {
  /** Play the bank of the payer, or yourself: open, accept, contest, win, lose or reopen. Scope of secret keys: `charges:create`. */
  simulate(body: Body<'chargebacksSimulate'>, options?: RequestOptions): Promise<Answer<'chargebacksSimulate'>>;
}

/** Money into a wallet by card or by transfer. */
export interface DepositResource {
  /** Charges a card; the answer says what the charge waits for. Scope of secret keys: `charges:create`. */
  chargeCardGw(body: Body<'depositChargeCardGw'>, options?: IdempotentOptions): Promise<Answer<'depositChargeCardGw'>>;
  /** Opens a deposit, to be paid by direct card charge or on a hosted page. Scope of secret keys: `charges:create`. */
  init(body: Body<'depositInit'>, options?: IdempotentOptions): Promise<Answer<'depositInit'>>;
  /** Answers a waiting charge with a card PIN or a one-time password. Scope of secret keys: `charges:create`. */
  validateCharge(body: Body<'depositValidateCharge'>, options?: IdempotentOptions): Promise<Answer<'depositValidateCharge'>>;
  /** Asks the gateway about a charge and credits what it confirms. Scope of secret keys: `charges:create`. */
  verifyGateway(body: Body<'depositVerifyGateway'>, options?: IdempotentOptions): Promise<Answer<'depositVerifyGateway'>>;
  /** The permanent NGN account number whose transfers credit the wallet. */
  virtualAccount(input?: undefined, options?: RequestOptions): Promise<Answer<'depositVirtualAccount'>>;
}

/** Payments that are held until the buyer releases them. */
export interface EscrowResource {
  /** Give amount and fee back; beneficiary only. Scope of secret keys: `escrow:manage`. Roles of team members: admin, finance. */
  cancel(body: Body<'escrowCancel'>, options?: IdempotentOptions): Promise<Answer<'escrowCancel'>>;
  /** Lock money for another account; 1.5 % fee on top. Scope of secret keys: `escrow:manage`. People send their transaction PIN; keys send none. The e-mail address of the account has to be proved first, outside the sandbox. Roles of team members: admin, finance. */
  create(body: Body<'escrowCreate'>, options?: IdempotentOptions): Promise<Answer<'escrowCreate'>>;
  /** One escrow, with its dispute and the other party. Scope of secret keys: `escrow:manage`. Roles of team members: admin, developer, finance, support. */
  detail(query: Query<'escrowDetail'>, options?: RequestOptions): Promise<Answer<'escrowDetail'>>;
  /** Have staff decide; either party. Scope of secret keys: `escrow:manage`. Roles of team members: admin, finance, support. */
  dispute(body: Body<'escrowDispute'>, options?: IdempotentOptions): Promise<Answer<'escrowDispute'>>;
  /** Answer a dispute that the other party raised. Scope of secret keys: `escrow:manage`. Roles of team members: admin, finance, support. */
  disputeRespond(body: Body<'escrowDisputeRespond'>, options?: IdempotentOptions): Promise<Answer<'escrowDisputeRespond'>>;
  /** Escrows you are a party of, newest first. Scope of secret keys: `escrow:manage`. Roles of team members: admin, developer, finance, support. */
  list(query?: Query<'escrowList'>, options?: RequestOptions): List<PageOf<'escrowList'>>;
  /** Let the beneficiary have it; initiator only. Scope of secret keys: `escrow:manage`. People send their transaction PIN; keys send none. Roles of team members: admin, finance. */
  release(body: Body<'escrowRelease'>, options?: IdempotentOptions): Promise<Answer<'escrowRelease'>>;
}

/** The events of an app in their order, and samples of them. */
export interface EventsResource {
  /** One event with every delivery and attempt. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer, finance, support. */
  detail(query: Query<'eventsDetail'>, options?: RequestOptions): Promise<Answer<'eventsDetail'>>;
  /** The app’s events in their order, or the next ones. Scope of secret keys: `webhooks:manage`. Roles of team members: admin, developer, finance, support. */
  list(query?: Query<'eventsList'>, options?: RequestOptions): Promise<Answer<'eventsList'>>;
  /** Send an event again, to one endpoint or to all. Scope of secret keys: `webhooks:manage`. */
  resend(body: Body<'eventsResend'>, options?: RequestOptions): Promise<Answer<'eventsResend'>>;
  /** Make a sample of any event: delivered, but nothing has happened. Scope of secret keys: `webhooks:manage`. */
  trigger(body: Body<'eventsTrigger'>, options?: RequestOptions): Promise<Answer<'eventsTrigger'>>;
}

/** Pages that take many payments. */
export interface FeaturesPaymentLinksResource {
  /** Create a payment link. Scope of secret keys: `charges:create`. */
  create(body: Body<'featuresPaymentLinksCreate'>, options?: IdempotentOptions): Promise<Answer<'featuresPaymentLinksCreate'>>;
  /** A payment link with its QR code. Scope of secret keys: `charges:read`. Roles of team members: admin, developer, finance, support. */
  detail(query: Query<'featuresPaymentLinksDetail'>, options?: RequestOptions): Promise<Answer<'featuresPaymentLinksDetail'>>;
  /** Your payment links, newest first. Scope of secret keys: `charges:read`. Roles of team members: admin, developer, finance, support. */
  list(query?: Query<'featuresPaymentLinksList'>, options?: RequestOptions): List<PageOf<'featuresPaymentLinksList'>>;
  /** Switch a payment link on or off, or change the amounts that it suggests. Scope of secret keys: `charges:create`. */
  update(body: Body<'featuresPaymentLinksUpdate'>, options?: IdempotentOptions): Promise<Answer<'featuresPaymentLinksUpdate'>>;
}

/** Invoices, their numbers, pages and credit notes. */
export interface InvoicesResource {
  /** Draft an invoice, with the next number. Scope of secret keys: `invoices:manage`. */
  create(body: Body<'invoicesCreate'>, options?: IdempotentOptions): Promise<Answer<'invoicesCreate'>>;
  /** Write off a part of what is due, with a credit note. Scope of secret keys: `invoices:manage`. */
  credit(body: Body<'invoicesCredit'>, options?: IdempotentOptions): Promise<Answer<'invoicesCredit'>>;
  /** An invoice with lines, payments, credit notes and mails. Scope of secret keys: `invoices:manage`. Roles of team members: admin, developer, finance, support. */
  detail(query: Query<'invoicesDetail'>, options?: RequestOptions): Promise<Answer<'invoicesDetail'>>;
  /** Your invoices, newest first. Scope of secret keys: `invoices:manage`. Roles of team members: admin, developer, finance, support. */
  list(query?: Query<'invoicesList'>, options?: RequestOptions): List<PageOf<'invoicesList'>>;
  /** An invoice as PDF, as it stands. Scope of secret keys: `invoices:manage`. Roles of team members: admin, developer, finance, support. */
  pdf(query: Query<'invoicesPdf'>, options?: RequestOptions): Promise<Uint8Array>;
  /** Issue a draft and mail it; mail an unpaid invoice again. Scope of secret keys: `invoices:manage`. */
  send(body: Body<'invoicesSend'>, options?: IdempotentOptions): Promise<Answer<'invoicesSend'>>;
  /** Change a draft. Scope of secret keys: `invoices:manage`. */
  update(body: Body<'invoicesUpdate'>, options?: IdempotentOptions): Promise<Answer<'invoicesUpdate'>>;
  /** Take an unpaid invoice back for good. Scope of secret keys: `invoices:manage`. */
  void(body: Body<'invoicesVoid'>, options?: IdempotentOptions): Promise<Answer<'invoicesVoid'>>;
}

/** Identity documents, BVN and business verification. */
export interface KycResource {
  /** KYC level, daily limits and the status of each document. */
  status(input?: undefined, options?: RequestOptions): Promise<Answer<'kycStatus'>>;
  /** Submit a business for verification (KYB). */
  submitKyb(body: Body<'kycSubmitKyb'>, options?: RequestOptions): Promise<Answer<'kycSubmitKyb'>>;
  /** Upload an identity document: JPEG, PNG or PDF. The e-mail address of the account has to be proved first. */
  upload(body: FormData, options?: RequestOptions): Promise<Answer<'kycUpload'>>;
  /** Verify a Bank Verification Number against the names of the account. */
  verifyBvn(body: Body<'kycVerifyBvn'>, options?: IdempotentOptions): Promise<Answer<'kycVerifyBvn'>>;
}

/** Notifications of the account. */
export interface NotificationsResource {
  /** Notifications, newest first. */
  list(query?: Query<'notificationsList'>, options?: RequestOptions): List<PageOf<'notificationsList'>>;
  /** Mark all as read. */
  markAllRead(input?: undefined, options?: RequestOptions): Promise<Answer<'notificationsMarkAllRead'>>;
  /** Mark one as read. */
  markRead(body: Body<'notificationsMarkRead'>, options?: RequestOptions): Promise<Answer<'notificationsMarkRead'>>;
  /** How many are unread. */
  unreadCount(input?: undefined, options?: RequestOptions): Promise<Answer<'notificationsUnreadCount'>>;
}

/** Exchange rates and conversions. */
export interface PaymentsResource {
  /** Preview a conversion and its fee; moves nothing. Roles of team members: admin, finance. */
  fxConvert(body: Body<'paymentsFxConvert'>, options?: RequestOptions): Promise<Answer<'paymentsFxConvert'>>;
  /** Live exchange rates of a currency. Roles of team members: admin, finance. */
  fxRates(query?: Query<'paymentsFxRates'>, options?: RequestOptions): Promise<Answer<'paymentsFxRates'>>;
}

/** Withdrawals and the accounts that they go to. */
export interface PayoutResource {
  /** Save a payout account, at most five. Scope of secret keys: `payouts:create`. Roles of team members: admin, finance. */
  addBank(body?: Body<'payoutAddBank'>, options?: IdempotentOptions): Promise<Answer<'payoutAddBank'>>;
  /** Delete a saved payout account. Scope of secret keys: `payouts:create`. Roles of team members: admin, finance. */
  deleteBank(body: Body<'payoutDeleteBank'>, options?: IdempotentOptions): Promise<Answer<'payoutDeleteBank'>>;
  /** The 50 most recent withdrawals, newest first. Scope of secret keys: `payouts:read`. Roles of team members: admin, finance. */
  history(input?: undefined, options?: RequestOptions): Promise<Answer<'payoutHistory'>>;
  /** Pay out of a wallet; 1 % fee on top, at least 1.00. Scope of secret keys: `payouts:create`. People send their transaction PIN; keys send none. The e-mail address of the account has to be proved first, outside the sandbox. Roles of team members: admin, finance. */
  initiate(body: Body<'payoutInitiate'>, options?: IdempotentOptions): Promise<Answer<'payoutInitiate'>>;
  /** Withdrawals, newest first. Scope of secret keys: `payouts:read`. Roles of team members: admin, finance. */
  list(query?: Query<'payoutList'>, options?: RequestOptions): List<PageOf<'payoutList'>>;
  /** Banks of a country that payouts reach. Scope of secret keys: `payouts:read`. Roles of team members: admin, finance. */
  listBanks(query: Query<'payoutListBanks'>, options?: RequestOptions): Promise<Answer<'payoutListBanks'>>;
  /** Branches of a bank; Ghana needs them. Scope of secret keys: `payouts:read`. Roles of team members: admin, finance. */
  listBranches(query: Query<'payoutListBranches'>, options?: RequestOptions): Promise<Answer<'payoutListBranches'>>;
  /** Saved payout accounts, with masked numbers. Scope of secret keys: `payouts:read`. Roles of team members: admin, finance. */
  myBanks(input?: undefined, options?: RequestOptions): Promise<Answer<'payoutMyBanks'>>;
  /** Holder of an account; Nigeria only. Scope of secret keys: `payouts:read`. Roles of team members: admin, finance. */
  resolveAccount(query: Query<'payoutResolveAccount'>, options?: RequestOptions): Promise<Answer<'payoutResolveAccount'>>;
}

/** Checkout sessions with the other envelope. */
export interface SessionResource {
  /** Open a checkout session (Variant B). Scope of secret keys: `charges:create`. */
  create(body: Body<'sessionCreate'>, options?: IdempotentOptions): Promise<Answer<'sessionCreate'>>;
  /** Expire a session that has no payment in progress (Variant B). Scope of secret keys: `charges:create`. */
  expire(body: Body<'sessionExpire'>, options?: IdempotentOptions): Promise<Answer<'sessionExpire'>>;
  /** Refund a paid session, in part or in full (Variant B). Scope of secret keys: `charges:create`. */
  refund(body: Body<'sessionRefund'>, options?: IdempotentOptions): Promise<Answer<'sessionRefund'>>;
  /** One refund (Variant B). Scope of secret keys: `charges:read`. */
  refundDetail(query: Query<'sessionRefundDetail'>, options?: RequestOptions): Promise<Answer<'sessionRefundDetail'>>;
  /** Refunds of a session, newest first (Variant B). Scope of secret keys: `charges:read`. */
  refunds(query: Query<'sessionRefunds'>, options?: RequestOptions): Promise<Answer<'sessionRefunds'>>;
  /** How a session stands (Variant B). Scope of secret keys: `charges:read`. */
  status(query: Query<'sessionStatus'>, options?: RequestOptions): Promise<Answer<'sessionStatus'>>;
}

/** Hosted checkout and its payment methods. */
export interface SessionsResource {
  /** Verify a session: fulfil when status is completed and the amount matches. Scope of secret keys: `charges:read`. Roles of team members: admin, developer, finance, support. */
  retrieve(query: Query<'sessionsRetrieve'>, options?: RequestOptions): Promise<Answer<'sessionsRetrieve'>>;
  /** Mail a code to the address of a buyer who pays into escrow. */
  buyerCode(body: Body<'sessionsBuyerCode'>, options?: RequestOptions): Promise<Answer<'sessionsBuyerCode'>>;
  /** Confirm that address with the code; returns the X-Buyer-Token of its payments. */
  confirmBuyer(body: Body<'sessionsConfirmBuyer'>, options?: RequestOptions): Promise<Answer<'sessionsConfirmBuyer'>>;
  /** Open a checkout session. Scope of secret keys: `charges:create`. */
  create(body: Body<'sessionsCreate'>, options?: IdempotentOptions): Promise<Answer<'sessionsCreate'>>;
  /** Open a checkout session from a browser, with a public key. */
  createPublic(body: Body<'sessionsCreatePublic'>, options?: RequestOptions): Promise<Answer<'sessionsCreatePublic'>>;
  /** Expire a session that has no payment in progress. Scope of secret keys: `charges:create`. */
  expire(body: Body<'sessionsExpire'>, options?: IdempotentOptions): Promise<Answer<'sessionsExpire'>>;
  /** Sessions of the account, newest first. Scope of secret keys: `charges:read`. Roles of team members: admin, developer, finance, support. */
  list(query?: Query<'sessionsList'>, options?: RequestOptions): List<PageOf<'sessionsList'>>;
  /** Get an account number to pay a session by transfer. Scope of secret keys: `charges:create`. */
  payBankTransfer(body: Body<'sessionsPayBankTransfer'>, options?: IdempotentOptions): Promise<Answer<'sessionsPayBankTransfer'>>;
  /** Cancel a payment in progress elsewhere, to choose another method. Scope of secret keys: `charges:create`. */
  payCancel(body: Body<'sessionsPayCancel'>, options?: IdempotentOptions): Promise<Answer<'sessionsPayCancel'>>;
  /** Pay a session by card. Scope of secret keys: `charges:create`. */
  payCard(body: Body<'sessionsPayCard'>, options?: IdempotentOptions): Promise<Answer<'sessionsPayCard'>>;
  /** Give up a card payment that waits for the buyer. Scope of secret keys: `charges:create`. */
  payCardCancel(body: Body<'sessionsPayCardCancel'>, options?: IdempotentOptions): Promise<Answer<'sessionsPayCardCancel'>>;
  /** Pay a session by card in the gateway's own widget. Scope of secret keys: `charges:create`. */
  payCardInit(body: Body<'sessionsPayCardInit'>, options?: IdempotentOptions): Promise<Answer<'sessionsPayCardInit'>>;
  /** Send the card PIN or OTP of a pending card payment. Scope of secret keys: `charges:create`. */
  payCardSubmit(body: Body<'sessionsPayCardSubmit'>, options?: IdempotentOptions): Promise<Answer<'sessionsPayCardSubmit'>>;
  /** Pay a session from an account at an external wallet. Scope of secret keys: `charges:create`. */
  payExtwallet(body: Body<'sessionsPayExtwallet'>, options?: IdempotentOptions): Promise<Answer<'sessionsPayExtwallet'>>;
  /** Ask for a payment on a phone. Scope of secret keys: `charges:create`. */
  payMobileMoney(body: Body<'sessionsPayMobileMoney'>, options?: IdempotentOptions): Promise<Answer<'sessionsPayMobileMoney'>>;
  /** Get a code to dial to pay a session. Scope of secret keys: `charges:create`. */
  payUssd(body: Body<'sessionsPayUssd'>, options?: IdempotentOptions): Promise<Answer<'sessionsPayUssd'>>;
  /** Pay a session from the buyer's wallet, with their PIN; in the sandbox without signing in. Scope of secret keys: `charges:create`. The e-mail address of the account has to be proved first, outside the sandbox. */
  payWallet(body: Body<'sessionsPayWallet'>, options?: IdempotentOptions): Promise<Answer<'sessionsPayWallet'>>;
  /** What a session's page may know, at once or when it changes. */
  publicStatus(query: Query<'sessionsPublicStatus'>, options?: RequestOptions): Promise<Answer<'sessionsPublicStatus'>>;
  /** Refund a paid session, in part or in full. Scope of secret keys: `charges:create`. */
  refund(body: Body<'sessionsRefund'>, options?: IdempotentOptions): Promise<Answer<'sessionsRefund'>>;
  /** One refund. Scope of secret keys: `charges:read`. */
  refundDetail(query: Query<'sessionsRefundDetail'>, options?: RequestOptions): Promise<Answer<'sessionsRefundDetail'>>;
  /** Refunds of the account, newest first. Scope of secret keys: `charges:read`. */
  refunds(query?: Query<'sessionsRefunds'>, options?: RequestOptions): List<PageOf<'sessionsRefunds'>>;
  /** Banks whose customers can pay by dialling a code. Scope of secret keys: `charges:read`. */
  ussdBanks(input?: undefined, options?: RequestOptions): Promise<Answer<'sessionsUssdBanks'>>;
  /** Sign a buyer in on the payment page; answers a short token and what the session costs them. */
  walletLogin(body: Body<'sessionsWalletLogin'>, options?: RequestOptions): Promise<Answer<'sessionsWalletLogin'>>;
  /** What a session costs the buyer who is signed in, out of each of their wallets. */
  walletQuote(body: Body<'sessionsWalletQuote'>, options?: RequestOptions): Promise<Answer<'sessionsWalletQuote'>>;
}

/** Password, PIN, sessions, profile and preferences. */
export interface SettingsResource {
  /** Change the password; every other session ends. */
  changePassword(body: Body<'settingsChangePassword'>, options?: RequestOptions): Promise<Answer<'settingsChangePassword'>>;
  /** Close the account; it must be empty, or what is left below 1.00 is given up. */
  closeAccount(body: Body<'settingsCloseAccount'>, options?: RequestOptions): Promise<Answer<'settingsCloseAccount'>>;
  /** End one of your sessions. */
  endSession(body: Body<'settingsEndSession'>, options?: RequestOptions): Promise<Answer<'settingsEndSession'>>;
  /** End your other sessions. */
  logoutOthers(input?: undefined, options?: RequestOptions): Promise<Answer<'settingsLogoutOthers'>>;
  /** Language and mails, as chosen. */
  preferences(input?: undefined, options?: RequestOptions): Promise<Answer<'settingsPreferences'>>;
  /** Where you are signed in, the last used first. */
  sessions(input?: undefined, options?: RequestOptions): Promise<Answer<'settingsSessions'>>;
  /** Set or change the transaction PIN. */
  setPin(body: Body<'settingsSetPin'>, options?: RequestOptions): Promise<Answer<'settingsSetPin'>>;
  /** Choose one preference. */
  setPreference(body: Body<'settingsSetPreference'>, options?: RequestOptions): Promise<Answer<'settingsSetPreference'>>;
  /** Change name and phone number. */
  updateProfile(body?: Body<'settingsUpdateProfile'>, options?: RequestOptions): Promise<Answer<'settingsUpdateProfile'>>;
}

/** Plans, subscriptions and the invoices of their cycles. */
export interface SubscriptionsResource {
  /** End a subscription at once, or with its period. Scope of secret keys: `subscriptions:create`. */
  cancel(body: Body<'subscriptionsCancel'>, options?: IdempotentOptions): Promise<Answer<'subscriptionsCancel'>>;
  /** Undo a change of plan that has not taken effect. Scope of secret keys: `subscriptions:create`. */
  cancelPlanChange(body: Body<'subscriptionsCancelPlanChange'>, options?: IdempotentOptions): Promise<Answer<'subscriptionsCancelPlanChange'>>;
  /** Move a subscription to another plan. Scope of secret keys: `subscriptions:create`. */
  changePlan(body: Body<'subscriptionsChangePlan'>, options?: IdempotentOptions): Promise<Answer<'subscriptionsChangePlan'>>;
  /** Create a plan that customers can subscribe to. Scope of secret keys: `subscriptions:create`. */
  createPlan(body: Body<'subscriptionsCreatePlan'>, options?: IdempotentOptions): Promise<Answer<'subscriptionsCreatePlan'>>;
  /** Subscriptions, newest first. Scope of secret keys: `subscriptions:read`. Roles of team members: admin, developer, finance, support. */
  list(query?: Query<'subscriptionsList'>, options?: RequestOptions): List<PageOf<'subscriptionsList'>>;
  /** Invoices of a subscription, newest first. Scope of secret keys: `subscriptions:read`. Roles of team members: admin, developer, finance, support. */
  listInvoices(query: Query<'subscriptionsListInvoices'>, options?: RequestOptions): Promise<Answer<'subscriptionsListInvoices'>>;
  /** Plans of the account, newest first. Scope of secret keys: `subscriptions:read`. Roles of team members: admin, developer, finance, support. */
  listPlans(input?: undefined, options?: RequestOptions): Promise<Answer<'subscriptionsListPlans'>>;
  /** Refund a paid invoice, in part or in full, however it was paid. Scope of secret keys: `charges:create`. */
  refund(body: Body<'subscriptionsRefund'>, options?: IdempotentOptions): Promise<Answer<'subscriptionsRefund'>>;
  /** Undo a scheduled cancellation. Scope of secret keys: `subscriptions:create`. */
  resume(body: Body<'subscriptionsResume'>, options?: IdempotentOptions): Promise<Answer<'subscriptionsResume'>>;
  /** One subscription. Scope of secret keys: `subscriptions:read`. Roles of team members: admin, developer, finance, support. */
  retrieve(query: Query<'subscriptionsRetrieve'>, options?: RequestOptions): Promise<Answer<'subscriptionsRetrieve'>>;
  /** One plan. Scope of secret keys: `subscriptions:read`. Roles of team members: admin, developer, finance, support. */
  retrievePlan(query: Query<'subscriptionsRetrievePlan'>, options?: RequestOptions): Promise<Answer<'subscriptionsRetrievePlan'>>;
  /** Subscribe a customer to a plan; returns the link of the first invoice unless a trial comes first. Scope of secret keys: `subscriptions:create`. */
  subscribe(body: Body<'subscriptionsSubscribe'>, options?: IdempotentOptions): Promise<Answer<'subscriptionsSubscribe'>>;
  /** Subscribe from a browser, with a public key; the first payment confirms the subscription. */
  subscribePublic(body: Body<'subscriptionsSubscribePublic'>, options?: RequestOptions): Promise<Answer<'subscriptionsSubscribePublic'>>;
  /** Change address or name of a customer whose address no account has proved. Scope of secret keys: `subscriptions:create`. */
  updateCustomer(body: Body<'subscriptionsUpdateCustomer'>, options?: IdempotentOptions): Promise<Answer<'subscriptionsUpdateCustomer'>>;
  /** Change name, metadata or active of a plan. Scope of secret keys: `subscriptions:create`. */
  updatePlan(body: Body<'subscriptionsUpdatePlan'>, options?: IdempotentOptions): Promise<Answer<'subscriptionsUpdatePlan'>>;
  /** Play the customer of a test subscription: pay, authorise, decline or stop. Scope of secret keys: `subscriptions:create`. */
  simulate(body: Body<'subscriptionsSimulate'>, options?: RequestOptions): Promise<Answer<'subscriptionsSimulate'>>;
  /** End an own subscription with its period, or at once. */
  cancelOwn(body: Body<'subscriptionsCancelOwn'>, options?: IdempotentOptions): Promise<Answer<'subscriptionsCancelOwn'>>;
  /** Own subscriptions, newest first. */
  mine(query?: Query<'subscriptionsMine'>, options?: RequestOptions): List<PageOf<'subscriptionsMine'>>;
  /** Undo a scheduled cancellation of an own subscription. */
  resumeOwn(body: Body<'subscriptionsResumeOwn'>, options?: IdempotentOptions): Promise<Answer<'subscriptionsResumeOwn'>>;
  /** Stop charges of a subscription to your wallet; further cycles are collected by links. */
  stopAutopay(body: Body<'subscriptionsStopAutopay'>, options?: IdempotentOptions): Promise<Answer<'subscriptionsStopAutopay'>>;
}

/** Members of the account of a business, their invitations and what they did. */
export interface TeamResource {
  /** Become a member of the team, as the person with the invited address. */
  accept(body: Body<'teamAccept'>, options?: IdempotentOptions): Promise<Answer<'teamAccept'>>;
  /** What members did in the account, and its owner with team and apps, newest first. Roles of team members: admin. */
  activity(query?: Query<'teamActivity'>, options?: RequestOptions): List<PageOf<'teamActivity'>>;
  /** Decline an invitation to a team. */
  decline(body: Body<'teamDecline'>, options?: IdempotentOptions): Promise<Answer<'teamDecline'>>;
  /** Open invitations, the newest first. Roles of team members: admin. */
  invitations(input?: undefined, options?: RequestOptions): Promise<Answer<'teamInvitations'>>;
  /** Mail an invitation to the team, which is open for seven days. People send their transaction PIN; keys send none. Roles of team members: admin. */
  invite(body: Body<'teamInvite'>, options?: IdempotentOptions): Promise<Answer<'teamInvite'>>;
  /** End your own membership in a team. Roles of team members: admin, developer, finance, support. */
  leave(body?: Body<'teamLeave'>, options?: IdempotentOptions): Promise<Answer<'teamLeave'>>;
  /** The owner and the members. Roles of team members: admin. */
  members(input?: undefined, options?: RequestOptions): Promise<Answer<'teamMembers'>>;
  /** Remove a member, whose sessions in the account end. People send their transaction PIN; keys send none. Roles of team members: admin. */
  remove(body: Body<'teamRemove'>, options?: IdempotentOptions): Promise<Answer<'teamRemove'>>;
  /** End an open invitation. Roles of team members: admin. */
  revokeInvitation(body: Body<'teamRevokeInvitation'>, options?: IdempotentOptions): Promise<Answer<'teamRevokeInvitation'>>;
  /** Give a member another role. People send their transaction PIN; keys send none. Roles of team members: admin. */
  setRole(body: Body<'teamSetRole'>, options?: IdempotentOptions): Promise<Answer<'teamSetRole'>>;
}

/** The time of test objects. */
export interface TestClockResource {
  /** Move your app's test objects forward in time; answers when all that fell due is done. */
  advance(body?: Body<'testClockAdvance'>, options?: RequestOptions): Promise<Answer<'testClockAdvance'>>;
  /** Hold the time until the next advance or reset. */
  freeze(input?: undefined, options?: RequestOptions): Promise<Answer<'testClockFreeze'>>;
  /** The time of your app's test objects, and the last advance. */
  now(input?: undefined, options?: RequestOptions): Promise<Answer<'testClockNow'>>;
  /** Return to the real time; ends your app's open test objects without events. */
  reset(input?: undefined, options?: RequestOptions): Promise<Answer<'testClockReset'>>;
}

/** Transactions of all wallets, sums and exports. */
export interface TransactionsResource {
  /** What happened to an object: attempts, postings, events, deliveries and mails, by time. Scope of secret keys: `transactions:read`. Roles of team members: admin, developer, finance, support. */
  explain(query: Query<'transactionsExplain'>, options?: RequestOptions): List<PageOf<'transactionsExplain'>>;
  /** One transaction, with its postings on your accounts. Scope of secret keys: `transactions:read`. Roles of team members: admin, finance. */
  detail(query: Query<'transactionsDetail'>, options?: RequestOptions): Promise<Answer<'transactionsDetail'>>;
  /** The newest 5,000 transactions of a range, as a file. Scope of secret keys: `transactions:read`. Roles of team members: admin, finance. */
  export(query?: Query<'transactionsExport'>, options?: RequestOptions): Promise<Uint8Array>;
  /** Addresses of all transactions of a range, in files of 50,000, for a day. Scope of secret keys: `transactions:read`. Roles of team members: admin, finance. */
  exportLinks(body?: Body<'transactionsExportLinks'>, options?: RequestOptions): Promise<Answer<'transactionsExportLinks'>>;
  /** A file of export-links, by its address. */
  exportPart(query: Query<'transactionsExportPart'>, options?: RequestOptions): Promise<Uint8Array>;
  /** Transactions of all wallets, newest first, with what is held. Scope of secret keys: `transactions:read`. Roles of team members: admin, finance. */
  list(query?: Query<'transactionsList'>, options?: RequestOptions): List<PageOf<'transactionsList'>>;
  /** Sums by type and currency, of all time and of this month. Scope of secret keys: `transactions:read`. Roles of team members: admin, finance. */
  totals(input?: undefined, options?: RequestOptions): Promise<Answer<'transactionsTotals'>>;
}

/** Balances, transfers, payment requests and statements. */
export interface WalletResource {
  /** Balance of a wallet and its month. Scope of secret keys: `wallet:read`. Roles of team members: admin, finance. */
  balance(query?: Query<'walletBalance'>, options?: RequestOptions): Promise<Answer<'walletBalance'>>;
  /** Cancel a payment request you made. Scope of secret keys: `wallet:transfer`. Roles of team members: admin, finance. */
  cancelRequest(body: Body<'walletCancelRequest'>, options?: IdempotentOptions): Promise<Answer<'walletCancelRequest'>>;
  /** Open a wallet in a further currency. Scope of secret keys: `wallet:transfer`. Roles of team members: admin, finance. */
  createWallet(body: Body<'walletCreateWallet'>, options?: IdempotentOptions): Promise<Answer<'walletCreateWallet'>>;
  /** Decline a payment request you received. Scope of secret keys: `wallet:transfer`. Roles of team members: admin, finance. */
  declineRequest(body: Body<'walletDeclineRequest'>, options?: IdempotentOptions): Promise<Answer<'walletDeclineRequest'>>;
  /** Pay a payment request you received; 0.1 % fee on top. Scope of secret keys: `wallet:transfer`. People send their transaction PIN; keys send none. The e-mail address of the account has to be proved first, outside the sandbox. Roles of team members: admin, finance. */
  fulfillRequest(body: Body<'walletFulfillRequest'>, options?: IdempotentOptions): Promise<Answer<'walletFulfillRequest'>>;
  /** Movements of a wallet, newest first. Scope of secret keys: `wallet:read`. Roles of team members: admin, finance. */
  history(query?: Query<'walletHistory'>, options?: RequestOptions): List<PageOf<'walletHistory'>>;
  /** Find an account. Scope of secret keys: `wallet:read`. Roles of team members: admin, finance. */
  lookup(query?: Query<'walletLookup'>, options?: RequestOptions): Promise<Answer<'walletLookup'>>;
  /** Ask another account for money; they have seven days to pay. Scope of secret keys: `wallet:transfer`. Roles of team members: admin, finance. */
  requestPayment(body: Body<'walletRequestPayment'>, options?: IdempotentOptions): Promise<Answer<'walletRequestPayment'>>;
  /** Payment requests you received or made, newest first. Scope of secret keys: `wallet:read`. Roles of team members: admin, finance. */
  requests(query?: Query<'walletRequests'>, options?: RequestOptions): List<PageOf<'walletRequests'>>;
  /** Choose the primary wallet. Scope of secret keys: `wallet:transfer`. Roles of team members: admin, finance. */
  setPrimary(body: Body<'walletSetPrimary'>, options?: RequestOptions): Promise<Answer<'walletSetPrimary'>>;
  /** Signed statement of a wallet and month. Scope of secret keys: `wallet:read`. Roles of team members: admin, finance. */
  statement(query: Query<'walletStatement'>, options?: RequestOptions): Promise<Answer<'walletStatement'>>;
  /** Public key of the signatures on statements. */
  statementKey(input?: undefined, options?: RequestOptions): Promise<Answer<'walletStatementKey'>>;
  /** Send money to another account; 0.1 % fee on top. Scope of secret keys: `wallet:transfer`. People send their transaction PIN; keys send none. The e-mail address of the account has to be proved first, outside the sandbox. Roles of team members: admin, finance. */
  transfer(body: Body<'walletTransfer'>, options?: IdempotentOptions): Promise<Answer<'walletTransfer'>>;
  /** All wallets, the primary one first. Roles of team members: admin, finance. */
  wallets(input?: undefined, options?: RequestOptions): Promise<Answer<'walletWallets'>>;
}

/** Endpoints, deliveries, replays and tests of an app. */
export interface WebhooksResource {
  /** Send an endpoint what it must take and what it must refuse, and report rule by rule. Scope of secret keys: `webhooks:manage`. */
  conformancePost(body: Body<'webhooksConformancePost'>, options?: RequestOptions): Promise<Answer<'webhooksConformancePost'>>;
  /** The report of a conformance run. Scope of secret keys: `webhooks:manage`. */
  conformanceGet(query: Query<'webhooksConformanceGet'>, options?: RequestOptions): Promise<Answer<'webhooksConformanceGet'>>;
  /** Register an endpoint; its secret is shown once. Scope of secret keys: `webhooks:manage`. */
  create(body: Body<'webhooksCreate'>, options?: RequestOptions): Promise<Answer<'webhooksCreate'>>;
  /** Remove an endpoint. Scope of secret keys: `webhooks:manage`. */
  delete(body?: Body<'webhooksDelete'>, options?: RequestOptions): Promise<Answer<'webhooksDelete'>>;
  /** What was sent to an endpoint: every try with status, time and the beginning of the answer. Scope of secret keys: `webhooks:manage`. */
  deliveries(query: Query<'webhooksDeliveries'>, options?: RequestOptions): List<PageOf<'webhooksDeliveries'>>;
  /** One delivery with the text that is sent, and the last answer. Scope of secret keys: `webhooks:manage`. */
  delivery(query: Query<'webhooksDelivery'>, options?: RequestOptions): Promise<Answer<'webhooksDelivery'>>;
  /** One endpoint and how it does. Scope of secret keys: `webhooks:manage`. */
  detail(query: Query<'webhooksDetail'>, options?: RequestOptions): Promise<Answer<'webhooksDetail'>>;
  /** Registered endpoints and how they do. Scope of secret keys: `webhooks:manage`. */
  list(query?: Query<'webhooksList'>, options?: RequestOptions): Promise<Answer<'webhooksList'>>;
  /** Send a delivery again at once, under the same event id. Scope of secret keys: `webhooks:manage`. */
  redeliver(body: Body<'webhooksRedeliver'>, options?: RequestOptions): Promise<Answer<'webhooksRedeliver'>>;
  /** Send events of a past time to an endpoint again, in order, in the background. Scope of secret keys: `webhooks:manage`. */
  replay(body: Body<'webhooksReplay'>, options?: RequestOptions): Promise<Answer<'webhooksReplay'>>;
  /** Replays to an endpoint and how far they are. Scope of secret keys: `webhooks:manage`. */
  replays(query: Query<'webhooksReplays'>, options?: RequestOptions): Promise<Answer<'webhooksReplays'>>;
  /** Issue a new signing secret, shown once; the old one signs beside it for a while. Scope of secret keys: `webhooks:manage`. */
  rotateSecret(body: Body<'webhooksRotateSecret'>, options?: RequestOptions): Promise<Answer<'webhooksRotateSecret'>>;
  /** Send a signed test.ping to an endpoint and report what it answered. Scope of secret keys: `webhooks:manage`. */
  test(body: Body<'webhooksTest'>, options?: RequestOptions): Promise<Answer<'webhooksTest'>>;
  /** Change address or events, stop or resume deliveries. Scope of secret keys: `webhooks:manage`. */
  update(body: Body<'webhooksUpdate'>, options?: RequestOptions): Promise<Answer<'webhooksUpdate'>>;
}

const ANALYTICS: Rows<AnalyticsResource> = {
  breakdown: ['get', A15],
  flows: ['get', A15],
  overview: ['get', A15],
  reportLink: ['post', A15],
  revenueChart: ['get', A15],
  topSenders: ['get', A15],
};

const AUTH: Rows<AuthResource> = {
  me: ['get', A10],
  twoFactorDisable: ['post', A16, '2fa-disable'],
  twoFactorEnable: ['post', A16, '2fa-enable'],
  twoFactorRecoveryCodes: ['post', A16, '2fa-recovery-codes'],
  twoFactorSetup: ['post', A16, '2fa-setup'],
  accounts: ['get', A17],
  changeEmail: ['post', A16],
  changeUsertag: ['post', A16],
  confirmEmail: ['post', A16],
  forgotPassword: ['post', A18],
  login: ['post', A18],
  logout: ['post', A18],
  notMe: ['post', A18],
  profile: ['get', A16],
  refresh: ['post', A18],
  register: ['post', A18],
  resendOtp: ['post', A16],
  resendPhoneOtp: ['post', A16],
  resetPassword: ['post', A18],
  stepUp: ['post', A16],
  switchAccount: ['post', A17],
  verifyEmail: ['post', A16],
  verifyPhone: ['post', A16],
};

const BUSINESS_APPS: Rows<BusinessAppsResource> = {
  create: ['post', A17],
  list: ['get', A17],
  revoke: ['post', A17],
  rotateSecret: ['post', A17],
  update: ['post', A17],
};

const BUSINESS_BRAND: Rows<BusinessBrandResource> = {
  confirmSupportEmail: ['post', A17],
  get: ['get', A17],
  removeLogo: ['post', A17],
  update: ['post', A17],
  uploadLogo: ['post', A17],
};

const BUSINESS_CHARGEBACKS: Rows<BusinessChargebacksResource> = {
  detail: ['get', A19],
  list: ['paged', A19],
  respond: ['idempotent', A17],
  upload: ['post', A17],
};

const BUSINESS_CUSTOMERS: Rows<BusinessCustomersResource> = {
  list: ['paged', A11],
  show: ['get', A11],
};

const BUSINESS_EVENTS: Rows<BusinessEventsResource> = {
  detail: ['get', A19],
  list: ['get', A19],
  resend: ['post', A19],
};

const BUSINESS_INVOICES: Rows<BusinessInvoicesResource> = {
  create: ['idempotent', A12],
  credit: ['idempotent', A12],
  detail: ['get', A11],
  list: ['paged', A11],
  pdf: ['file', A11],
  send: ['idempotent', A12],
  update: ['idempotent', A12],
  void: ['idempotent', A12],
};

const BUSINESS_PAYMENTS: Rows<BusinessPaymentsResource> = {
  detail: ['get', A17],
  expire: ['idempotent', A17],
  list: ['paged', A17],
  refund: ['idempotent', A17],
  refundDetail: ['get', A17],
  refunds: ['paged', A17],
};

const BUSINESS_PAYROLL: Rows<BusinessPayrollResource> = {
  create: ['idempotent', A17],
  detail: ['get', A17],
  list: ['paged', A17],
};

const BUSINESS_REQUESTS: Rows<BusinessRequestsResource> = {
  errors: ['get', A19],
  list: ['paged', A19],
  show: ['get', A19],
};

const BUSINESS_WEBHOOKS: Rows<BusinessWebhooksResource> = {
  conformancePost: ['post', A19, 'conformance'],
  conformanceGet: ['get', A19, 'conformance'],
  create: ['post', A19],
  delete: ['delete', A19],
  deliveries: ['paged', A19],
  delivery: ['get', A19],
  detail: ['get', A19],
  list: ['get', A19],
  redeliver: ['post', A19],
  replay: ['post', A19],
  replays: ['get', A19],
  rotateSecret: ['post', A19],
  test: ['post', A19],
  update: ['post', A19],
};

const CHARGEBACKS: Rows<ChargebacksResource> = {
  simulate: ['post', A13],
};

const DEPOSIT: Rows<DepositResource> = {
  chargeCardGw: ['idempotent', A15],
  init: ['idempotent', A15],
  validateCharge: ['idempotent', A15],
  verifyGateway: ['idempotent', A15],
  virtualAccount: ['get', A15],
};

const ESCROW: Rows<EscrowResource> = {
  cancel: ['idempotent', A15],
  create: ['idempotent', A15],
  detail: ['get', A15],
  dispute: ['idempotent', A15],
  disputeRespond: ['idempotent', A15],
  list: ['paged', A15],
  release: ['idempotent', A15],
};

const EVENTS: Rows<EventsResource> = {
  detail: ['get', A14],
  list: ['get', A14],
  resend: ['post', A13],
  trigger: ['post', A13],
};

const FEATURES_PAYMENT_LINKS: Rows<FeaturesPaymentLinksResource> = {
  create: ['idempotent', A12],
  detail: ['get', A11],
  list: ['paged', A11],
  update: ['idempotent', A12],
};

const INVOICES: Rows<InvoicesResource> = {
  create: ['idempotent', A12],
  credit: ['idempotent', A12],
  detail: ['get', A11],
  list: ['paged', A11],
  pdf: ['file', A11],
  send: ['idempotent', A12],
  update: ['idempotent', A12],
  void: ['idempotent', A12],
};

const KYC: Rows<KycResource> = {
  status: ['get', A16],
  submitKyb: ['post', A16],
  upload: ['post', A16],
  verifyBvn: ['idempotent', A16],
};

const NOTIFICATIONS: Rows<NotificationsResource> = {
  list: ['paged', A16],
  markAllRead: ['post', A16],
  markRead: ['post', A16],
  unreadCount: ['get', A16],
};

const PAYMENTS: Rows<PaymentsResource> = {
  fxConvert: ['post', A15],
  fxRates: ['get', A15],
};

const PAYOUT: Rows<PayoutResource> = {
  addBank: ['idempotent', A15],
  deleteBank: ['idempotent', A15],
  history: ['get', A15],
  initiate: ['idempotent', A15],
  list: ['paged', A15],
  listBanks: ['get', A15],
  listBranches: ['get', A15],
  myBanks: ['get', A15],
  resolveAccount: ['get', A15],
};

const SESSION: Rows<SessionResource> = {
  create: ['idempotent', A0],
  expire: ['idempotent', A0],
  refund: ['idempotent', A0],
  refundDetail: ['get', A0],
  refunds: ['get', A0],
  status: ['get', A0],
};

const SESSIONS: Rows<SessionsResource> = {
  retrieve: ['get', A1, ''],
  buyerCode: ['post', A2],
  confirmBuyer: ['post', A2],
  create: ['idempotent', A0],
  createPublic: ['post', A3],
  expire: ['idempotent', A0],
  list: ['paged', A1],
  payBankTransfer: ['idempotent', A4],
  payCancel: ['idempotent', A4],
  payCard: ['idempotent', A4],
  payCardCancel: ['idempotent', A4],
  payCardInit: ['idempotent', A4],
  payCardSubmit: ['idempotent', A4],
  payExtwallet: ['idempotent', A4],
  payMobileMoney: ['idempotent', A4],
  payUssd: ['idempotent', A4],
  payWallet: ['idempotent', A5],
  publicStatus: ['get', A2],
  refund: ['idempotent', A0],
  refundDetail: ['get', A0],
  refunds: ['paged', A0],
  ussdBanks: ['get', A4],
  walletLogin: ['post', A2],
  walletQuote: ['post', A6],
};

const SETTINGS: Rows<SettingsResource> = {
  changePassword: ['post', A16],
  closeAccount: ['post', A16],
  endSession: ['post', A16],
  logoutOthers: ['post', A16],
  preferences: ['get', A16],
  sessions: ['get', A16],
  setPin: ['post', A16],
  setPreference: ['post', A16],
  updateProfile: ['post', A16],
};

const SUBSCRIPTIONS: Rows<SubscriptionsResource> = {
  cancel: ['idempotent', A7],
  cancelPlanChange: ['idempotent', A7],
  changePlan: ['idempotent', A7],
  createPlan: ['idempotent', A7],
  list: ['paged', A8],
  listInvoices: ['get', A8],
  listPlans: ['get', A8],
  refund: ['idempotent', A7],
  resume: ['idempotent', A7],
  retrieve: ['get', A8],
  retrievePlan: ['get', A8],
  subscribe: ['idempotent', A7],
  subscribePublic: ['post', A3],
  updateCustomer: ['idempotent', A7],
  updatePlan: ['idempotent', A7],
  simulate: ['post', A13],
  cancelOwn: ['idempotent', A20, 'cancel'],
  mine: ['paged', A20],
  resumeOwn: ['idempotent', A20, 'resume'],
  stopAutopay: ['idempotent', A20],
};

const TEAM: Rows<TeamResource> = {
  accept: ['idempotent', A17],
  activity: ['paged', A17],
  decline: ['idempotent', A17],
  invitations: ['get', A17],
  invite: ['idempotent', A17],
  leave: ['idempotent', A17],
  members: ['get', A17],
  remove: ['idempotent', A17],
  revokeInvitation: ['idempotent', A17],
  setRole: ['idempotent', A17],
};

const TEST_CLOCK: Rows<TestClockResource> = {
  advance: ['post', A13],
  freeze: ['post', A13],
  now: ['get', A13],
  reset: ['post', A13],
};

const TRANSACTIONS: Rows<TransactionsResource> = {
  explain: ['paged', A9],
  detail: ['get', A15],
  export: ['file', A15],
  exportLinks: ['post', A15],
  exportPart: ['file', A18],
  list: ['paged', A15],
  totals: ['get', A15],
};

const WALLET: Rows<WalletResource> = {
  balance: ['get', A15],
  cancelRequest: ['idempotent', A15],
  createWallet: ['idempotent', A15],
  declineRequest: ['idempotent', A15],
  fulfillRequest: ['idempotent', A15],
  history: ['paged', A15],
  lookup: ['get', A15],
  requestPayment: ['idempotent', A15],
  requests: ['paged', A15],
  setPrimary: ['post', A15],
  statement: ['get', A15],
  statementKey: ['get', A18],
  transfer: ['idempotent', A15],
  wallets: ['get', A15],
};

const WEBHOOKS: Rows<WebhooksResource> = {
  conformancePost: ['post', A13, 'conformance'],
  conformanceGet: ['get', A13, 'conformance'],
  create: ['post', A13],
  delete: ['delete', A13],
  deliveries: ['paged', A13],
  delivery: ['get', A13],
  detail: ['get', A13],
  list: ['get', A13],
  redeliver: ['post', A13],
  replay: ['post', A13],
  replays: ['get', A13],
  rotateSecret: ['post', A13],
  test: ['post', A13],
  update: ['post', A13],
};

/** The resources of the API. */
export class Resources {
  readonly analytics: AnalyticsResource;
  readonly auth: AuthResource;
  readonly business: { readonly apps: BusinessAppsResource; readonly brand: BusinessBrandResource; readonly chargebacks: BusinessChargebacksResource; readonly customers: BusinessCustomersResource; readonly events: BusinessEventsResource; readonly invoices: BusinessInvoicesResource; readonly payments: BusinessPaymentsResource; readonly payroll: BusinessPayrollResource; readonly requests: BusinessRequestsResource; readonly webhooks: BusinessWebhooksResource };
  readonly chargebacks: ChargebacksResource;
  readonly deposit: DepositResource;
  readonly escrow: EscrowResource;
  readonly events: EventsResource;
  readonly features: { readonly paymentLinks: FeaturesPaymentLinksResource };
  readonly invoices: InvoicesResource;
  readonly kyc: KycResource;
  readonly notifications: NotificationsResource;
  readonly payments: PaymentsResource;
  readonly payout: PayoutResource;
  readonly session: SessionResource;
  readonly sessions: SessionsResource;
  readonly settings: SettingsResource;
  readonly subscriptions: SubscriptionsResource;
  readonly team: TeamResource;
  readonly testClock: TestClockResource;
  readonly transactions: TransactionsResource;
  readonly wallet: WalletResource;
  readonly webhooks: WebhooksResource;

  constructor(call: Call) {
    this.analytics = resource(call, 'analytics.php', ANALYTICS);
    this.auth = resource(call, 'auth.php', AUTH);
    this.business = {
      apps: resource(call, 'business.php/apps', BUSINESS_APPS),
      brand: resource(call, 'business.php/brand', BUSINESS_BRAND),
      chargebacks: resource(call, 'business.php/chargebacks', BUSINESS_CHARGEBACKS),
      customers: resource(call, 'business.php/customers', BUSINESS_CUSTOMERS),
      events: resource(call, 'business.php/events', BUSINESS_EVENTS),
      invoices: resource(call, 'business.php/invoices', BUSINESS_INVOICES),
      payments: resource(call, 'business.php/payments', BUSINESS_PAYMENTS),
      payroll: resource(call, 'business.php/payroll', BUSINESS_PAYROLL),
      requests: resource(call, 'business.php/requests', BUSINESS_REQUESTS),
      webhooks: resource(call, 'business.php/webhooks', BUSINESS_WEBHOOKS),
    };
    this.chargebacks = resource(call, 'chargebacks.php', CHARGEBACKS);
    this.deposit = resource(call, 'deposit.php', DEPOSIT);
    this.escrow = resource(call, 'escrow.php', ESCROW);
    this.events = resource(call, 'events.php', EVENTS);
    this.features = {
      paymentLinks: resource(call, 'features.php/payment-links', FEATURES_PAYMENT_LINKS),
    };
    this.invoices = resource(call, 'invoices.php', INVOICES);
    this.kyc = resource(call, 'kyc.php', KYC);
    this.notifications = resource(call, 'notifications.php', NOTIFICATIONS);
    this.payments = resource(call, 'payments.php', PAYMENTS);
    this.payout = resource(call, 'payout.php', PAYOUT);
    this.session = resource(call, 'session.php', SESSION);
    this.sessions = resource(call, 'sessions.php', SESSIONS);
    this.settings = resource(call, 'settings.php', SETTINGS);
    this.subscriptions = resource(call, 'subscriptions.php', SUBSCRIPTIONS);
    this.team = resource(call, 'team.php', TEAM);
    this.testClock = resource(call, 'test-clock.php', TEST_CLOCK);
    this.transactions = resource(call, 'transactions.php', TRANSACTIONS);
    this.wallet = resource(call, 'wallet.php', WALLET);
    this.webhooks = resource(call, 'webhooks.php', WEBHOOKS);
  }
}
