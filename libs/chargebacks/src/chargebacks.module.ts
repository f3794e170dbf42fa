import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OpenBusinessService } from '@app/accounts';
import { CheckoutModule } from '@app/checkout';
import { EscrowModule } from '@app/escrow';
import { FxModule } from '@app/fx';
import { WalletModule } from '@app/wallet';
import { ChargebackAlertsStore } from './chargebacks/chargeback-alerts.store';
import { ChargebackAnswersService } from './chargebacks/chargeback-answers.service';
import { ChargebackFilesStore } from './chargebacks/chargeback-files.store';
import { ChargebackListsService } from './chargebacks/chargeback-lists.service';
import { ChargebackOpeningService } from './chargebacks/chargeback-opening.service';
import { ChargebackReadsStore } from './chargebacks/chargeback-reads.store';
import { ChargebackReportsService } from './chargebacks/chargeback-reports.service';
import { Chargeback } from './chargebacks/chargeback.aggregate';
import { ChargebackRepository } from './chargebacks/chargeback.repository';
import { ChargedPaymentsQueries } from './chargebacks/charged-payments.queries';
import { AttachFileHandler } from './chargebacks/commands/attach-file';
import { ClaimAnswerHandler } from './chargebacks/commands/claim-answer';
import { CollectOwedHandler } from './chargebacks/commands/collect-owed';
import { DecideChargebackHandler } from './chargebacks/commands/decide-chargeback';
import { RecordAnswerHandler } from './chargebacks/commands/record-answer';
import { RecordChargebackHandler } from './chargebacks/commands/record-chargeback';
import { RecordReadingHandler } from './chargebacks/commands/record-reading';
import { RemindOfChargebackHandler } from './chargebacks/commands/remind-of-chargeback';
import { RespondToChargebackHandler } from './chargebacks/commands/respond-to-chargeback';
import { SimulateChargebackHandler } from './chargebacks/commands/simulate-chargeback';
import { HoldChargedBackEscrows } from './chargebacks/listeners/hold-charged-back-escrows';
import { RefuseRefundOfChargedBack } from './chargebacks/listeners/refuse-refund-of-charged-back';
import { ChargeWhatCameBack } from './chargebacks/listeners/charge-what-came-back';
import { RefuseReversalOfChargedBack } from './chargebacks/listeners/refuse-reversal-of-charged-back';

/**
 * Chargebacks, for every app: its listeners run where a refund is created, an escrow ends or a journal is reversed.
 * `AccountsModule` is global.
 */
@Module({
  imports: [TypeOrmModule.forFeature([Chargeback]), CheckoutModule, EscrowModule, FxModule, WalletModule],
  providers: [
    ChargebackRepository,
    ChargebackAlertsStore,
    ChargebackFilesStore,
    ChargebackReadsStore,
    ChargedPaymentsQueries,
    ChargebackOpeningService,
    ChargebackReportsService,
    ChargebackAnswersService,
    ChargebackListsService,
    RecordChargebackHandler,
    RecordReadingHandler,
    RespondToChargebackHandler,
    AttachFileHandler,
    ClaimAnswerHandler,
    RecordAnswerHandler,
    CollectOwedHandler,
    RemindOfChargebackHandler,
    DecideChargebackHandler,
    SimulateChargebackHandler,
    RefuseRefundOfChargedBack,
    HoldChargedBackEscrows,
    RefuseReversalOfChargedBack,
    ChargeWhatCameBack,
  ],
  exports: [
    ChargebackRepository,
    ChargebackAlertsStore,
    ChargebackFilesStore,
    ChargebackListsService,
    ChargebackReadsStore,
  ],
})
export class ChargebacksModule {
  constructor(business: OpenBusinessService) {
    business.register({
      what: 'open chargeback',
      sql: `SELECT count(*) FROM chargebacks WHERE owner_id = $1 AND mode = 'live' AND status IN ('opened', 'contested')`,
    });
    business.register({
      what: 'chargeback to pay',
      sql: `SELECT count(*) FROM chargebacks WHERE owner_id = $1 AND owed_minor > 0 AND status NOT IN ('opened', 'contested')`,
    });
  }
}
