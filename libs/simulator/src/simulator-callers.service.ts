import { Injectable, type OnModuleInit, Optional } from '@nestjs/common';
import { OwnServers } from '@app/http';
import { PayPalTokens } from './payouts/paypal-access.guard';
import { SimulatorSettings } from './common/simulator-settings.service';
import { tenantWith } from './common/tenant.guard';

/** Has the requests of this platform's servers recognised, so that the limit of their common address does not stop them. */
@Injectable()
export class SimulatorCallers implements OnModuleInit {
  constructor(
    private readonly settings: SimulatorSettings,
    private readonly tokens: PayPalTokens,
    @Optional() private readonly servers?: OwnServers,
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
