import { Module } from '@nestjs/common';
import { ExternalWalletSignatureService } from './events/external-wallet-signature.service';
import { GatewayEventsService } from './events/gateway-events.service';
import { ChargeFlowService } from './flow/charge-flow.service';
import { ChargeInquiryService } from './flow/charge-inquiry.service';
import { QuestionPaceService } from './flow/question-pace.service';
import { SentCodesService } from './flow/sent-codes.service';
import { PurgeCardTries } from './jobs/purge-card-tries';
import { PurgeWaitingCards } from './jobs/purge-waiting-cards';
import { ResolveUnknownCharges } from './jobs/resolve-unknown-charges';
import { CardLimitsService } from './limits/card-limits.service';
import { WaitingCardsModule } from './waiting-cards/waiting-cards.module';

const services = [
  GatewayEventsService,
  ExternalWalletSignatureService,
  ChargeFlowService,
  ChargeInquiryService,
  QuestionPaceService,
  SentCodesService,
  CardLimitsService,
  ResolveUnknownCharges,
  PurgeCardTries,
  PurgeWaitingCards,
];

/** Charges at a gateway. The app binds `PaymentGatewaysService` and `ExternalWallets` from a global module. */
@Module({ imports: [WaitingCardsModule], providers: services, exports: [...services, WaitingCardsModule] })
export class ChargesModule {}
