import { Body, Controller, HttpCode, Post, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { EnvelopeFilter } from '../common/envelope.filter';
import { FailureInterceptor, AffectedByFailures } from '../failures/failure.interceptor';
import { MethodChargesService } from './method-charges.service';
import { SimulatorRoute } from '../common/route.policy';
import type { SimulatorTenant } from '../common/simulator-settings.service';
import { Tenant, TenantGuard } from '../common/tenant.guard';

/** Charges of cards that their owner saved with an earlier payment. */
@Controller('simulator/gateway/v3/tokenized-charges')
@UseGuards(TenantGuard)
@UseFilters(EnvelopeFilter)
@UseInterceptors(FailureInterceptor)
export class TokensController {
  constructor(private readonly methods: MethodChargesService) {}

  @Post()
  @HttpCode(200)
  @SimulatorRoute('Charges a saved card')
  @AffectedByFailures('charge')
  charge(@Tenant() tenant: SimulatorTenant, @Body() body: unknown): Promise<object> {
    return this.methods.token(tenant, (body ?? {}) as Record<string, unknown>);
  }
}
