import {
  Body,
  Controller,
  Delete,
  HttpCode,
  Injectable,
  Post,
  UseFilters,
  UseGuards,
  type CanActivate,
} from '@nestjs/common';
import { EnvelopeFilter } from './envelope.filter';
import { SimulatorRefusal, success } from './envelope';
import { ANSWER_FAULTS, Faults, OPERATIONS, SETTLEMENT_FAULTS } from './faults';
import { SimulatorRoute } from './route-policy';
import { SimulatorSettings, type SimulatorTenant } from './simulator-settings';
import { Tenant, TenantGuard } from './tenant.guard';

const MOST_TIMES = 1000;
const LONGEST_MS = 120_000;

/** Where faults are not allowed, their switches do not exist. */
@Injectable()
export class FaultsAllowed implements CanActivate {
  constructor(private readonly settings: SimulatorSettings) {}

  canActivate(): boolean {
    if (!this.settings.faultsAllowed) throw new SimulatorRefusal(404, 'Not found');
    return true;
  }
}

/** Switches that make the next requests of a tenant go wrong; they take the tenant's own secret key. */
@Controller('simulator/gateway/faults')
@UseGuards(FaultsAllowed, TenantGuard)
@UseFilters(EnvelopeFilter)
export class FaultsController {
  constructor(private readonly faults: Faults) {}

  @Post()
  @HttpCode(200)
  @SimulatorRoute('Orders a fault')
  async order(@Tenant() { mode }: SimulatorTenant, @Body() body: unknown) {
    const { kind, operation = 'charge', ms = 0, times = 1 } = (body ?? {}) as Record<string, unknown>;
    const answerFault = ANSWER_FAULTS.find((known) => known === kind);
    const settlementFault = SETTLEMENT_FAULTS.find((known) => known === kind);
    const spoiled = OPERATIONS.find((known) => known === operation);
    if (!spoiled || !isCount(ms, 0, LONGEST_MS) || !isCount(times, 1, MOST_TIMES)) throw malformed();
    if (answerFault) await this.faults.order({ mode, operation: spoiled, kind: answerFault, ms, times });
    else if (settlementFault)
      await this.faults.order({ mode, operation: 'settle', kind: settlementFault, ms, times });
    else throw malformed();
    return success('Fault ordered', { kind, operation: answerFault ? spoiled : 'settle', ms, times });
  }

  @Delete()
  @SimulatorRoute('Clears the ordered faults')
  async clear(@Tenant() { mode }: SimulatorTenant) {
    await this.faults.clear(mode);
    return success('Faults cleared', null);
  }
}

function isCount(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

function malformed(): SimulatorRefusal {
  const kinds = [...ANSWER_FAULTS, ...SETTLEMENT_FAULTS].join(', ');
  return new SimulatorRefusal(
    400,
    `kind (${kinds}), operation (${OPERATIONS.join(', ')}), ms and times are expected`,
  );
}
