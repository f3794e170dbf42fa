import { type DynamicModule, Module } from '@nestjs/common';
import { EscrowAdminController } from './escrows/escrow-admin.controller';
import { EscrowController } from './escrows/escrow.controller';
import { EscrowModule } from './escrow.module';

const CONTROLLERS = {
  business: [EscrowController, EscrowAdminController],
  app: [EscrowController],
};

/** Escrows of people and merchants, and disputes for staff. */
@Module({ imports: [EscrowModule] })
export class EscrowHttpModule {
  static for(host: keyof typeof CONTROLLERS): DynamicModule {
    return { module: EscrowHttpModule, controllers: CONTROLLERS[host] };
  }
}
