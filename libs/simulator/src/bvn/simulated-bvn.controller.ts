import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { Clock } from '@app/kernel';
import { httpUrl, refuse, text } from '../charges/charge-order.dto';
import { EnvelopeFilter } from '../common/envelope.filter';
import { SimulatorRefusal, success } from '../common/envelope.view';
import { AffectedByFailures, FailureInterceptor } from '../failures/failure.interceptor';
import { SimulatorRoute } from '../common/route.policy';
import type { SimulatorTenant } from '../common/simulator-settings.service';
import { Tenant, TenantGuard } from '../common/tenant.guard';
import { type SimulatedBvn, SimulatedBvnsStore } from './simulated-bvns.store';
import { behaviourOfBvn, personOf } from './test-numbers.policy';

const REFERENCE = /^FLW[0-9a-f]{26}$/;

/** Bank Verification Numbers: consent, and the record of the registry. */
@Controller('simulator/gateway/v3/bvn/verifications')
@UseGuards(TenantGuard)
@UseFilters(EnvelopeFilter)
@UseInterceptors(FailureInterceptor)
export class SimulatedBvnController {
  constructor(
    private readonly bvns: SimulatedBvnsStore,
    private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(200)
  @SimulatorRoute('Begins the verification of a BVN')
  @AffectedByFailures('charge')
  async start(@Tenant() tenant: SimulatorTenant, @Body() body: unknown) {
    const { bvn, firstname, lastname, redirect_url } = (body ?? {}) as Record<string, unknown>;
    if (typeof bvn !== 'string' || !/^\d{11}$/.test(bvn))
      throw new SimulatorRefusal(400, 'bvn must be of 11 digits');
    const behaviour = behaviourOfBvn(bvn);
    if (behaviour === 'unknown') throw new SimulatorRefusal(400, 'Invalid BVN');
    if (behaviour === 'away') throw new SimulatorRefusal(503, 'Service unavailable');
    const { reference, pageToken } = await this.bvns.open({
      mode: tenant.mode,
      behaviour,
      firstName: text(firstname) ?? refuse('firstname is required'),
      lastName: text(lastname) ?? refuse('lastname is required'),
      redirectUrl: httpUrl(redirect_url),
    });
    const url = pageToken && `${tenant.challengeBaseUrl()}/challenge/${pageToken}`;
    return success('Bvn verification initiated', { url, reference });
  }

  @Get(':reference')
  @SimulatorRoute('Reads the record of a BVN')
  @AffectedByFailures('verify')
  async result(@Tenant() { mode }: SimulatorTenant, @Param('reference') reference: string) {
    const found = REFERENCE.test(reference) ? await this.bvns.byReference(mode, reference) : null;
    if (!found) throw new SimulatorRefusal(404, 'No verification was found for this reference');
    return success('Bvn details fetched', this.view(found));
  }

  private view({ behaviour, first_name, last_name, ...row }: SimulatedBvn) {
    const isComplete = row.completes_at !== null && row.completes_at <= this.clock.now();
    const isFound = isComplete && row.decision !== 'decline';
    return {
      first_name,
      last_name,
      status: isFound ? 'COMPLETED' : isComplete ? 'FAILED' : 'INITIATED',
      reference: row.reference,
      callback_url: row.redirect_url,
      bvn_data: isFound ? { ...personOf(behaviour, first_name, last_name), watchlisted: 'NO' } : null,
      created_at: row.created_at,
    };
  }
}
