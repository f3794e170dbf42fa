import { type DynamicModule, Module } from '@nestjs/common';
import { FxAdminController } from './rates/fx-admin.controller';
import { FxModule } from './fx.module';
import { PaymentsController } from './rates/payments.controller';

const CONTROLLERS = {
  business: [PaymentsController, FxAdminController],
  app: [PaymentsController],
};

/** Rates and quotes, and their rules for staff. */
@Module({ imports: [FxModule] })
export class FxHttpModule {
  static for(host: keyof typeof CONTROLLERS): DynamicModule {
    return { module: FxHttpModule, controllers: CONTROLLERS[host] };
  }
}
