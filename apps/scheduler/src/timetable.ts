import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { BlankClosedAccounts, PurgeEmailTokens, PurgeSessions } from '@app/accounts';
import { PurgeCardTries, PurgeWaitingCards, ResolveUnknownCharges } from '@app/charges';
import { ExpireSessions, PurgeBuyerCodes, SendRefunds } from '@app/checkout';
import { PurgeIdempotencyKeys, PurgeOutbox } from '@app/write-path';
import { AlertOfLateDisputes, NotifyOfDeadlines } from '@app/escrow';
import { PurgeUnheldActions, ReportStaffWork } from '@app/backoffice';
import { SealedColumns } from '@app/database';
import { PULL_RATES_MINUTES, PullRates, ReportDriftedRates } from '@app/fx';
import { MarkOverdueInvoices, RemindOfInvoices } from '@app/invoices';
import {
  DeleteUncommittedFiles,
  EraseDocuments,
  ExpireDocuments,
  PurgeKycReviews,
  ResolveBvnVerifications,
} from '@app/kyc';
import {
  CloseDays,
  FoldMovements,
  ProveBooks,
  SealAuditEntries,
  SealJournals,
  VERIFY_LEDGER,
  VerifyLedger,
} from '@app/ledger';
import { PurgeNotifications } from '@app/notifications';
import { AlertOfLatePayouts, CompareFloats, SendPayouts } from '@app/payouts';
import {
  BillSubscriptions,
  ChargeCards,
  FailUnpaidInvoices,
  RemindOfRenewals,
  RenewCards,
} from '@app/subscriptions';
import { RunMovedSpaces } from '@app/test-clock';
import {
  CreateWebhookPartitions,
  DisableFailingEndpoints,
  FeedReplays,
  PurgeEndpointHistory,
  PurgeDeliveryLogs,
  PurgeEvents,
} from '@app/webhooks';

export interface Job {
  name: string;
  everySeconds: number;
  /** `signal`: the process shuts down and waits for the job. */
  run(signal: AbortSignal): Promise<unknown>;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Every timed job with its cadence. Schedulers take turns (`job-turns.ts`). */
@Injectable()
export class Timetable {
  readonly jobs: Job[];

  constructor(
    config: Config,
    sealJournals: SealJournals,
    sealAuditEntries: SealAuditEntries,
    foldMovements: FoldMovements,
    proveBooks: ProveBooks,
    verifyLedger: VerifyLedger,
    closeDays: CloseDays,
    expireSessions: ExpireSessions,
    sendRefunds: SendRefunds,
    sendPayouts: SendPayouts,
    alertOfLatePayouts: AlertOfLatePayouts,
    compareFloats: CompareFloats,
    resolveUnknownCharges: ResolveUnknownCharges,
    resolveBvnVerifications: ResolveBvnVerifications,
    notifyOfDeadlines: NotifyOfDeadlines,
    alertOfLateDisputes: AlertOfLateDisputes,
    markOverdueInvoices: MarkOverdueInvoices,
    remindOfInvoices: RemindOfInvoices,
    pullRates: PullRates,
    reportDriftedRates: ReportDriftedRates,
    purgeIdempotencyKeys: PurgeIdempotencyKeys,
    purgeSessions: PurgeSessions,
    purgeEmailTokens: PurgeEmailTokens,
    blankClosedAccounts: BlankClosedAccounts,
    purgeNotifications: PurgeNotifications,
    purgeCardTries: PurgeCardTries,
    purgeWaitingCards: PurgeWaitingCards,
    purgeBuyerCodes: PurgeBuyerCodes,
    purgeKycReviews: PurgeKycReviews,
    purgeUnheldActions: PurgeUnheldActions,
    createPartitions: CreateWebhookPartitions,
    disableFailingEndpoints: DisableFailingEndpoints,
    feedReplays: FeedReplays,
    purgeEndpointHistory: PurgeEndpointHistory,
    purgeEvents: PurgeEvents,
    purgeDeliveryLogs: PurgeDeliveryLogs,
    purgeOutbox: PurgeOutbox,
    expireDocuments: ExpireDocuments,
    eraseDocuments: EraseDocuments,
    deleteUncommittedFiles: DeleteUncommittedFiles,
    sealedColumns: SealedColumns,
    reportStaffWork: ReportStaffWork,
    runMovedSpaces: RunMovedSpaces,
    billSubscriptions: BillSubscriptions,
    chargeCards: ChargeCards,
    renewCards: RenewCards,
    failUnpaidInvoices: FailUnpaidInvoices,
    remindOfRenewals: RemindOfRenewals,
  ) {
    this.jobs = [
      every(1, 'seal journals', () => sealJournals.run()),
      every(1, 'seal audit entries', () => sealAuditEntries.run()),
      every(1, 'fold movements', (signal) => foldMovements.run(signal, config.env.FOLD_MOVEMENTS)),
      every(1, 'move replays of webhooks on', () => feedReplays.run()),
      every(2, VERIFY_LEDGER, (signal) => verifyLedger.run(signal)),
      every(5, 'prove the books', () => proveBooks.run()),
      every(5, 'send payouts', () => sendPayouts.run()),
      every(15, 'expire checkout sessions', () => expireSessions.run()),
      every(15, 'mark overdue invoices', () => markOverdueInvoices.run()),
      every(1 * MINUTE, 'remind clients of invoices', () => remindOfInvoices.run()),
      every(5, 'bill subscriptions', (signal) => billSubscriptions.run(signal)),
      every(5, 'charge saved cards', () => chargeCards.run()),
      every(10 * MINUTE, 'ask for cards that end soon', () => renewCards.run()),
      every(15, 'fail unpaid invoices of subscriptions', () => failUnpaidInvoices.run()),
      every(10 * MINUTE, 'remind payers of renewals', () => remindOfRenewals.run()),
      every(15, 'run test spaces with a clock of their own', () => runMovedSpaces.run()),
      every(30, 'refund what cannot be kept', () => sendRefunds.run()),
      every(1 * MINUTE, 'resolve unknown charges', () => resolveUnknownCharges.run()),
      every(1 * MINUTE, 'resolve BVN verifications', () => resolveBvnVerifications.run()),
      every(1 * MINUTE, 'tell of escrows past their deadline', () => notifyOfDeadlines.run()),
      every(1 * MINUTE, 'alert of late payouts', () => alertOfLatePayouts.run()),
      every(1 * MINUTE, 'alert of disputes past their time', () => alertOfLateDisputes.run()),
      every(1 * MINUTE, 'erase cards that waited for a PIN too long', () => purgeWaitingCards.run()),
      every(1 * MINUTE, 'forget old idempotency keys', () => purgeIdempotencyKeys.run()),
      every(1 * MINUTE, 'forget relayed events', () => purgeOutbox.run()),
      every(PULL_RATES_MINUTES * MINUTE, 'pull exchange rates', () => pullRates.run()),
      every(1 * MINUTE, 'report checkout rates that drifted', () => reportDriftedRates.run()),
      every(1 * MINUTE, 'expire identity documents', () => expireDocuments.run()),
      every(30 * MINUTE, 'tell staff of new reviews and approvals', () => reportStaffWork.run()),
      every(5 * MINUTE, 'close the books of each day', () => closeDays.run()),
      every(1 * HOUR, 'forget old sessions', () => purgeSessions.run()),
      every(1 * HOUR, 'forget codes and tokens that ran out', () => purgeEmailTokens.run()),
      every(1 * HOUR, 'blank accounts closed long ago', () => blankClosedAccounts.run()),
      every(1 * HOUR, 'forget old card tries', () => purgeCardTries.run()),
      every(1 * HOUR, 'forget codes of buyers that ran out', () => purgeBuyerCodes.run()),
      every(1 * HOUR, 'forget old KYC reviews', () => purgeKycReviews.run()),
      every(1 * HOUR, 'forget actions of staff that count no more', () => purgeUnheldActions.run()),
      every(1 * HOUR, 'forget old notifications and mails', () => purgeNotifications.run()),
      every(1 * HOUR, 'create partitions of webhook logs', () => createPartitions.run()),
      every(1 * HOUR, 'forget old counts of webhooks', () => purgeEndpointHistory.run()),
      every(1 * HOUR, 'forget old events of the feeds', () => purgeEvents.run()),
      every(1 * HOUR, 'drop old webhook logs', () => purgeDeliveryLogs.run()),
      every(1 * HOUR, 'erase identity documents', () => eraseDocuments.run()),
      every(1 * HOUR, 'seal secrets again under the current key', () => sealedColumns.reseal()),
      every(24 * HOUR, 'compare payout floats', () => compareFloats.run()),
      every(24 * HOUR, 'delete files of interrupted uploads', () => deleteUncommittedFiles.run()),
      every(1 * HOUR, 'disable endpoints that only fail', () => disableFailingEndpoints.run()),
    ];
  }
}

function every(everySeconds: number, name: string, run: Job['run']): Job {
  return { name, everySeconds, run };
}
