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
import { EnvelopeFilter } from '../envelope.filter';
import { SimulatorRefusal, success } from '../envelope.view';
import {
  ANSWER_FAULTS,
  type FaultKind,
  Faults,
  type Operation,
  OPERATIONS,
  REFUND_FAULTS,
  SETTLEMENT_FAULTS,
} from './failures.service';
import { SimulatorRoute } from '../route.policy';
import { SimulatorSettings, type SimulatorTenant } from '../simulator-settings.service';
import { Tenant, TenantGuard } from '../tenant.guard';

const MAX_TIMES = 1000;
const MAX_DURATION_MS = 120_000;

/** Responds with 404 where simulated failures are not allowed. */
@Injectable()
export class FaultsAllowed implements CanActivate {
  constructor(private readonly settings: SimulatorSettings) {}

  canActivate(): boolean {
    if (!this.settings.faultsAllowed) throw new SimulatorRefusal(404, 'Not found');
    return true;
  }
}

/** Orders failures of a tenant's next requests. It requires the tenant's secret key. */
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
    const spoiled = OPERATIONS.find((known) => known === operation);
    const fault = spoiled && faultOf(kind, spoiled);
    if (!fault || !isCount(ms, 0, MAX_DURATION_MS) || !isCount(times, 1, MAX_TIMES)) throw malformed();
    await this.faults.order({ mode, ...fault, ms, times });
    return success('Fault ordered', { ...fault, ms, times });
  }

  @Delete()
  @SimulatorRoute('Clears the ordered faults')
  async clear(@Tenant() { mode }: SimulatorTenant) {
    await this.faults.clear(mode);
    return success('Faults cleared', null);
  }
}

/** A failure of a response affects the operation for which it is ordered. Other failures have a fixed operation. */
function faultOf(wanted: unknown, spoiled: Operation): { kind: FaultKind; operation: Operation } | null {
  const among = <Kind extends FaultKind>(kinds: readonly Kind[], operation: Operation) => {
    const kind = kinds.find((known) => known === wanted);
    return kind ? { kind, operation } : null;
  };
  return (
    among(ANSWER_FAULTS, spoiled) ?? among(SETTLEMENT_FAULTS, 'settle') ?? among(REFUND_FAULTS, 'return')
  );
}

function isCount(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

function malformed(): SimulatorRefusal {
  const kinds = [...ANSWER_FAULTS, ...SETTLEMENT_FAULTS, ...REFUND_FAULTS].join(', ');
  return new SimulatorRefusal(
    400,
    `kind (${kinds}), operation (${OPERATIONS.join(', ')}), ms and times are expected`,
  );
}
