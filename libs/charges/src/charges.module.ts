import { Module } from '@nestjs/common';
import { ExtwalletSignature } from './events/external-wallet-signature.service';
import { GatewayEvents } from './events/gateway-events.service';

/** Charges at a gateway. The app binds `PaymentGateways` and `ExternalWallets` from a global module. */
@Module({
  providers: [GatewayEvents, ExtwalletSignature],
  exports: [GatewayEvents, ExtwalletSignature],
})
export class ChargesModule {}
