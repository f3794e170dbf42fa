import { Module } from '@nestjs/common';
import { ChargesModule } from './charges.module';
import { GatewayEventsController } from './events/gateway-events.controller';

/** The address that providers report to. */
@Module({ imports: [ChargesModule], controllers: [GatewayEventsController] })
export class ChargesHttpModule {}
