import { Core1763700000100 } from './1763700000100-core';
import { Ledger1763700000200 } from './1763700000200-ledger';
import { LedgerFunctions1763700000210 } from './1763700000210-ledger-functions';
import { ServiceAccounts1763700000220 } from './1763700000220-service-accounts';
import { OutboxRelay1763700000230 } from './1763700000230-outbox-relay';
import { Accounts1763700000300 } from './1763700000300-accounts';
import { Merchants1763700000400 } from './1763700000400-merchants';
import { Fx1763700000500 } from './1763700000500-fx';
import { Wallet1763700000600 } from './1763700000600-wallet';
import { Deposits1763700000700 } from './1763700000700-deposits';
import { Checkout1763700000750 } from './1763700000750-checkout';
import { Webhooks1763700000800 } from './1763700000800-webhooks';
import { GatewaySimulator1763700000900 } from './1763700000900-gateway-simulator';
import { Audit1763700000950 } from './1763700000950-audit';
import { BalanceHistory1763700001000 } from './1763700001000-balance-history';
import { Closes1763700001010 } from './1763700001010-closes';
import { BookProofs1763700001020 } from './1763700001020-book-proofs';
import { LedgerGuards1763700001021 } from './1763700001021-ledger-guards';
import { WebhookVisibility1763700001030 } from './1763700001030-webhook-visibility';
import { EventFeed1763700001040 } from './1763700001040-event-feed';
import { EventRetention1763700001041 } from './1763700001041-event-retention';
import { MailedSecrets1763700001050 } from './1763700001050-mailed-secrets';
import { Notifications1763700001051 } from './1763700001051-notifications';
import { ConformanceRuns1763700001060 } from './1763700001060-conformance-runs';
import { HeardBy1763700001061 } from './1763700001061-heard-by';
import { ScheduledJobs1763700001062 } from './1763700001062-scheduled-jobs';
import { QueueBoard1763700001063 } from './1763700001063-queue-board';
import { CheckoutInterfaces1763700001070 } from './1763700001070-checkout-interfaces';
import { PaymentMethods1763700001080 } from './1763700001080-payment-methods';
import { SimulatedMethods1763700001081 } from './1763700001081-simulated-methods';
import { ExternalWallet1763700001082 } from './1763700001082-external-wallet';
import { RefundsSent1763700001083 } from './1763700001083-refunds-sent';
import { PaymentRequests1763700001090 } from './1763700001090-payment-requests';
import { EscrowSettlement1763700001100 } from './1763700001100-escrow-settlement';
import { RefundsKnown1763700001110 } from './1763700001110-refunds-known';
import { HeardChanges1763700001120 } from './1763700001120-heard-changes';
import { Payroll1763700001130 } from './1763700001130-payroll';
import { BatchesWaitLess1763700001140 } from './1763700001140-batches-wait-less';
import { ChargeRates1763700001150 } from './1763700001150-charge-rates';
import { EventHandlerNames1763700001160 } from './1763700001160-event-handler-names';
import { KeptStatements1763700001200 } from './1763700001200-kept-statements';
import { DeliveryAccounts1763700001210 } from './1763700001210-delivery-accounts';
import { PaymentMethod1763700001211 } from './1763700001211-payment-method';
import { CardTriesAndBuyers1763700001220 } from './1763700001220-card-tries-and-buyers';
import { LedgerVerifications1763700001230 } from './1763700001230-ledger-verifications';
import { EarlierGatewayHandles1763700001231 } from './1763700001231-earlier-gateway-handles';
import { RateDrifts1763700001240 } from './1763700001240-rate-drifts';
import { FanOut1763700001260 } from './1763700001260-fan-out';
import { TwoFactor1763700001300 } from './1763700001300-two-factor';
import { OwnAccount1763700001310 } from './1763700001310-own-account';
import { OwnersFrozen1763700001320 } from './1763700001320-owners-frozen';
import { ProvedCallers1763700001321 } from './1763700001321-proved-callers';
import { StaffInvitations1763700001322 } from './1763700001322-staff-invitations';
import { KycDocuments1763700001330 } from './1763700001330-kyc-documents';
import { BvnVerifications1763700001340 } from './1763700001340-bvn-verifications';
import { KybSubmissions1763700001341 } from './1763700001341-kyb-submissions';
import { SimulatedBvnRegistry1763700001342 } from './1763700001342-simulated-bvn-registry';
import { HeldActions1763700001350 } from './1763700001350-held-actions';
import { CheckoutRateOrder1763700001351 } from './1763700001351-checkout-rate-order';
import { AuditChain1763700001360 } from './1763700001360-audit-chain';
import { CardTrySites1763700001361 } from './1763700001361-card-try-sites';
import { SealedColumns1763700001370 } from './1763700001370-sealed-columns';
import { NameChanges1763700001371 } from './1763700001371-name-changes';
import { StaffWork1763700001372 } from './1763700001372-staff-work';
import { OutgoingDays1763700001400 } from './1763700001400-outgoing-days';
import { Withdrawals1763700001401 } from './1763700001401-withdrawals';
import { SavedPayoutAccounts1763700001420 } from './1763700001420-saved-payout-accounts';
import { SimulatedPayouts1763700001421 } from './1763700001421-simulated-payouts';
import { RatesHeld1763700001440 } from './1763700001440-rates-held';
import { WaitingCards1763700001441 } from './1763700001441-waiting-cards';
import { VirtualAccounts1763700001442 } from './1763700001442-virtual-accounts';
import { InflowOwners1763700001443 } from './1763700001443-inflow-owners';
import { SessionOrigins1763700001460 } from './1763700001460-session-origins';
import { Invoices1763700001461 } from './1763700001461-invoices';
import { MovementRollups1763700001480 } from './1763700001480-movement-rollups';
import { PaymentReports1763700001481 } from './1763700001481-payment-reports';
import { MovementLists1763700001482 } from './1763700001482-movement-lists';
import { TestClocks1763700001500 } from './1763700001500-test-clocks';
import { Subscriptions1763700001510 } from './1763700001510-subscriptions';
import { WalletMandates1763700001600 } from './1763700001600-wallet-mandates';
import { CustomersOfSubscriptions1763700001620 } from './1763700001620-customers-of-subscriptions';
import { ConfirmedSubscriptions1763700001621 } from './1763700001621-confirmed-subscriptions';
import { InvoiceSpaces1763700001640 } from './1763700001640-invoice-spaces';
import { ChargeHolds1763700001641 } from './1763700001641-charge-holds';
import { RegisteredNames1763700001660 } from './1763700001660-registered-names';
import { MovementSuperblocks1763700001670 } from './1763700001670-movement-superblocks';
import { InvoiceProof1763700001680 } from './1763700001680-invoice-proof';
import { MailedInvoices1763700001681 } from './1763700001681-mailed-invoices';
import { VirtualAccountChecks1763700001690 } from './1763700001690-virtual-account-checks';
import { SavedCards1763700001700 } from './1763700001700-saved-cards';
import { CardCharges1763700001701 } from './1763700001701-card-charges';
import { PlanChanges1763700001720 } from './1763700001720-plan-changes';
import { OutboxLanes1763700001740 } from './1763700001740-outbox-lanes';
import { ClaimedSubscriptions1763700001741 } from './1763700001741-claimed-subscriptions';
import { MovementTexts1763700001760 } from './1763700001760-movement-texts';
import { WithdrawnReturns1763700001780 } from './1763700001780-withdrawn-returns';
import { QuestionsAboutFailedCharges1763700001800 } from './1763700001800-questions-about-failed-charges';
import { RepeatedSubscriptions1763700001801 } from './1763700001801-repeated-subscriptions';
import { MovementFlows1763700001820 } from './1763700001820-movement-flows';
import { WaitingMovements1763700001821 } from './1763700001821-waiting-movements';
import { PeopleViewed1763700001890 } from './1763700001890-people-viewed';
import { BanksOfWithdrawals1763700001900 } from './1763700001900-banks-of-withdrawals';
import { AttentionToPayoutProviders1763700001901 } from './1763700001901-attention-to-payout-providers';
import { PartitionsOfOneTable1763700001920 } from './1763700001920-partitions-of-one-table';
import { SubscriptionsOfBrowsers1763700001921 } from './1763700001921-subscriptions-of-browsers';
import { SubscriptionClaims1763700001940 } from './1763700001940-subscription-claims';
import { PhonePrompts1763700002020 } from './1763700002020-phone-prompts';
import { PaymentLinkPlaces1763700002021 } from './1763700002021-payment-link-places';
import { MailsOfRecipients1763700002022 } from './1763700002022-mails-of-recipients';
import { DuplicateSubscriptions1763700002040 } from './1763700002040-duplicate-subscriptions';
import { PaidPlanChanges1763700002041 } from './1763700002041-paid-plan-changes';
import { BoundSubscriptions1763700002042 } from './1763700002042-bound-subscriptions';
import { RecycledAddresses1763700002043 } from './1763700002043-recycled-addresses';
import { InvoiceMailTimes1763700002070 } from './1763700002070-invoice-mail-times';
import { RetriesByTestClocks1763700002080 } from './1763700002080-retries-by-test-clocks';
import { TestQuotas1763700002081 } from './1763700002081-test-quotas';
import { RepeatedRefreshes1763700002090 } from './1763700002090-repeated-refreshes';
import { UnheldActions1763700002091 } from './1763700002091-unheld-actions';
import { OwnersClosed1763700002180 } from './1763700002180-owners-closed';
import { NamesOfBilledPlans1763700002200 } from './1763700002200-names-of-billed-plans';
import { CountedActions1763700002240 } from './1763700002240-counted-actions';

/** In the order they run. */
export const migrations = [
  Core1763700000100,
  Ledger1763700000200,
  LedgerFunctions1763700000210,
  ServiceAccounts1763700000220,
  OutboxRelay1763700000230,
  Accounts1763700000300,
  Merchants1763700000400,
  Fx1763700000500,
  Wallet1763700000600,
  Deposits1763700000700,
  Checkout1763700000750,
  Webhooks1763700000800,
  GatewaySimulator1763700000900,
  Audit1763700000950,
  BalanceHistory1763700001000,
  Closes1763700001010,
  BookProofs1763700001020,
  LedgerGuards1763700001021,
  WebhookVisibility1763700001030,
  EventFeed1763700001040,
  EventRetention1763700001041,
  MailedSecrets1763700001050,
  Notifications1763700001051,
  ConformanceRuns1763700001060,
  HeardBy1763700001061,
  ScheduledJobs1763700001062,
  QueueBoard1763700001063,
  CheckoutInterfaces1763700001070,
  PaymentMethods1763700001080,
  SimulatedMethods1763700001081,
  ExternalWallet1763700001082,
  RefundsSent1763700001083,
  PaymentRequests1763700001090,
  EscrowSettlement1763700001100,
  RefundsKnown1763700001110,
  HeardChanges1763700001120,
  Payroll1763700001130,
  BatchesWaitLess1763700001140,
  ChargeRates1763700001150,
  EventHandlerNames1763700001160,
  KeptStatements1763700001200,
  DeliveryAccounts1763700001210,
  PaymentMethod1763700001211,
  CardTriesAndBuyers1763700001220,
  LedgerVerifications1763700001230,
  EarlierGatewayHandles1763700001231,
  RateDrifts1763700001240,
  FanOut1763700001260,
  TwoFactor1763700001300,
  OwnAccount1763700001310,
  OwnersFrozen1763700001320,
  ProvedCallers1763700001321,
  StaffInvitations1763700001322,
  KycDocuments1763700001330,
  BvnVerifications1763700001340,
  KybSubmissions1763700001341,
  SimulatedBvnRegistry1763700001342,
  HeldActions1763700001350,
  CheckoutRateOrder1763700001351,
  AuditChain1763700001360,
  CardTrySites1763700001361,
  SealedColumns1763700001370,
  NameChanges1763700001371,
  StaffWork1763700001372,
  OutgoingDays1763700001400,
  Withdrawals1763700001401,
  SavedPayoutAccounts1763700001420,
  SimulatedPayouts1763700001421,
  RatesHeld1763700001440,
  WaitingCards1763700001441,
  VirtualAccounts1763700001442,
  InflowOwners1763700001443,
  SessionOrigins1763700001460,
  Invoices1763700001461,
  MovementRollups1763700001480,
  PaymentReports1763700001481,
  MovementLists1763700001482,
  TestClocks1763700001500,
  Subscriptions1763700001510,
  WalletMandates1763700001600,
  CustomersOfSubscriptions1763700001620,
  ConfirmedSubscriptions1763700001621,
  InvoiceSpaces1763700001640,
  ChargeHolds1763700001641,
  RegisteredNames1763700001660,
  MovementSuperblocks1763700001670,
  InvoiceProof1763700001680,
  MailedInvoices1763700001681,
  VirtualAccountChecks1763700001690,
  SavedCards1763700001700,
  CardCharges1763700001701,
  PlanChanges1763700001720,
  OutboxLanes1763700001740,
  ClaimedSubscriptions1763700001741,
  MovementTexts1763700001760,
  WithdrawnReturns1763700001780,
  QuestionsAboutFailedCharges1763700001800,
  RepeatedSubscriptions1763700001801,
  MovementFlows1763700001820,
  WaitingMovements1763700001821,
  PeopleViewed1763700001890,
  BanksOfWithdrawals1763700001900,
  AttentionToPayoutProviders1763700001901,
  PartitionsOfOneTable1763700001920,
  SubscriptionsOfBrowsers1763700001921,
  SubscriptionClaims1763700001940,
  PhonePrompts1763700002020,
  PaymentLinkPlaces1763700002021,
  MailsOfRecipients1763700002022,
  DuplicateSubscriptions1763700002040,
  PaidPlanChanges1763700002041,
  BoundSubscriptions1763700002042,
  RecycledAddresses1763700002043,
  InvoiceMailTimes1763700002070,
  RetriesByTestClocks1763700002080,
  TestQuotas1763700002081,
  RepeatedRefreshes1763700002090,
  UnheldActions1763700002091,
  OwnersClosed1763700002180,
  NamesOfBilledPlans1763700002200,
  CountedActions1763700002240,
];
