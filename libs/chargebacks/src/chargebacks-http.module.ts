import { type DynamicModule, Module } from '@nestjs/common';
import { PicturesService } from '@app/pages';
import { ChargebackSimulationController } from './chargebacks/chargeback-simulation.controller';
import { ChargebacksAdminController } from './chargebacks/chargebacks-admin.controller';
import { ChargebacksController } from './chargebacks/chargebacks.controller';
import { UploadEvidence } from './chargebacks/flows/upload-evidence';
import { ChargebacksModule } from './chargebacks.module';

const CONTROLLERS = {
  business: [ChargebacksController, ChargebacksAdminController],
  sandbox: [ChargebackSimulationController],
};

/** Chargebacks: for their owners and for staff, and on the sandbox of test payments. */
@Module({ imports: [ChargebacksModule], providers: [PicturesService, UploadEvidence] })
export class ChargebacksHttpModule {
  static for(host: keyof typeof CONTROLLERS): DynamicModule {
    return { module: ChargebacksHttpModule, controllers: CONTROLLERS[host] };
  }
}
