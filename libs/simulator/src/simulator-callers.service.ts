import { Injectable, type OnModuleInit, Optional } from '@nestjs/common';
import { OwnServersService } from '@app/http';
import { PayPalTokens } from './payouts/paypal-access.guard';
import { SimulatorSettingsService } from './common/simulator-settings.service';
import { tenantWith } from './common/tenant.guard';

/** Has the requests of this platform's servers recognised, so that the limit of their common address does not stop them. */
@Injectable()
export class SimulatorCallersService implements OnModuleInit {
  constructor(
    private readonly settings: SimulatorSettingsService,
    private readonly tokens: PayPalTokens,
    @Optional() private readonly servers?: OwnServersService,
  ) {}

  onModuleInit(): void {
    this.servers?.recogniseBy(
      ({ authorization }) =>
        tenantWith(this.settings, authorization) !== undefined ||
        this.tokens.accepts(authorization) ||
        this.tokens.isClient(authorization),
    );
  }
}
