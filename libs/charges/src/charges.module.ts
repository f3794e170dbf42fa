import { Module } from '@nestjs/common';
import { ExtwalletSignature } from './events/external-wallet-signature.service';
import { GatewayEvents } from './events/gateway-events.service';
import { ChargeFlow } from './flow/charge-flow.service';
import { ChargeInquiry } from './flow/charge-inquiry.service';
import { QuestionPace } from './flow/question-pace.service';
import { SentCodes } from './flow/sent-codes.service';
import { PurgeCardTries } from './jobs/purge-card-tries';
import { PurgeWaitingCards } from './jobs/purge-waiting-cards';
import { ResolveUnknownCharges } from './jobs/resolve-unknown-charges';
import { CardLimits } from './limits/card-limits.service';
import { WaitingCardsModule } from './waiting-cards/waiting-cards.module';

const services = [
  GatewayEvents,
  ExtwalletSignature,
  ChargeFlow,
  ChargeInquiry,
  QuestionPace,
  SentCodes,
  CardLimits,
  ResolveUnknownCharges,
  PurgeCardTries,
  PurgeWaitingCards,
];

/** Charges at a gateway. The app binds `PaymentGateways` and `ExternalWallets` from a global module. */
@Module({ imports: [WaitingCardsModule], providers: services, exports: [...services, WaitingCardsModule] })
export class ChargesModule {}
