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
import { EnvelopeFilter } from '../common/envelope.filter';
import { SimulatorRefusal, success } from '../common/envelope.view';
import {
  RESPONSE_FAILURES,
  type FailureKind,
  FailuresService,
  type Operation,
  OPERATIONS,
  REFUND_FAILURES,
  CHARGE_FAILURES,
} from './failures.service';
import { SimulatorRoute } from '../common/route.policy';
import { SimulatorSettingsService, type SimulatorTenant } from '../common/simulator-settings.service';
import { Tenant, TenantGuard } from '../common/tenant.guard';

const MAX_TIMES = 1000;
const MAX_DURATION_MS = 120_000;

/** Responds with 404 where simulated failures are not allowed. */
@Injectable()
export class FailuresAllowedGuard implements CanActivate {
  constructor(private readonly settings: SimulatorSettingsService) {}

  canActivate(): boolean {
    if (!this.settings.faultsAllowed) throw new SimulatorRefusal(404, 'Not found');
    return true;
  }
}

/** Orders failures of a tenant's next requests. It requires the tenant's secret key. */
@Controller('simulator/gateway/faults')
@UseGuards(FailuresAllowedGuard, TenantGuard)
@UseFilters(EnvelopeFilter)
export class FailuresController {
  constructor(private readonly failures: FailuresService) {}

  @Post()
  @HttpCode(200)
  @SimulatorRoute('Orders a fault')
  async order(@Tenant() { mode }: SimulatorTenant, @Body() body: unknown) {
    const { kind, operation = 'charge', ms = 0, times = 1 } = (body ?? {}) as Record<string, unknown>;
    const spoiled = OPERATIONS.find((known) => known === operation);
    const fault = spoiled && failureOf(kind, spoiled);
    if (!fault || !isCount(ms, 0, MAX_DURATION_MS) || !isCount(times, 1, MAX_TIMES)) throw malformed();
    await this.failures.order({ mode, ...fault, ms, times });
    return success('Fault ordered', { ...fault, ms, times });
  }

  @Delete()
  @SimulatorRoute('Clears the ordered faults')
  async clear(@Tenant() { mode }: SimulatorTenant) {
    await this.failures.clear(mode);
    return success('Faults cleared', null);
  }
}

/** A failure of a response affects the operation for which it is ordered. Other failures have a fixed operation. */
function failureOf(wanted: unknown, spoiled: Operation): { kind: FailureKind; operation: Operation } | null {
  const among = <Kind extends FailureKind>(kinds: readonly Kind[], operation: Operation) => {
    const kind = kinds.find((known) => known === wanted);
    return kind ? { kind, operation } : null;
  };
  return (
    among(RESPONSE_FAILURES, spoiled) ?? among(CHARGE_FAILURES, 'settle') ?? among(REFUND_FAILURES, 'return')
  );
}

function isCount(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

function malformed(): SimulatorRefusal {
  const kinds = [...RESPONSE_FAILURES, ...CHARGE_FAILURES, ...REFUND_FAILURES].join(', ');
  return new SimulatorRefusal(
    400,
    `kind (${kinds}), operation (${OPERATIONS.join(', ')}), ms and times are expected`,
  );
}
