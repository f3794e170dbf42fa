import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { Upload, WithPolicy } from '@app/http';
import { minorToText, randomToken } from '@app/kernel';
import { EnvelopeFilter } from '../common/envelope.filter';
import { SimulatorRefusal, success } from '../common/envelope.view';
import { SimulatorRoute } from '../common/route.policy';
import type { SimulatorTenant } from '../common/simulator-settings.service';
import { Tenant, TenantGuard } from '../common/tenant.guard';
import { AffectedByFailures, FailureInterceptor } from '../failures/failure.interceptor';
import { FailuresAllowedGuard } from '../failures/failures.controller';
import { type SimulatedChargeback, SimulatedChargebacksStore } from './simulated-chargebacks.store';
import { SimulatedChargesStore } from './simulated-charges.store';
import { chargebackView } from './transaction.view';

const PAGE_SIZE = 10;
const MAX_FILE_BYTES = 5_000_000;
const ANSWERS = new Map<unknown, string>([
  ['accept', 'accepted'],
  ['decline', 'declined'],
]);

const text = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value.replaceAll('\0', '').slice(0, 2_500) : otherwise;
const hoursOf = (value: unknown): number =>
  typeof value === 'number' && value > 0 && value <= 10_000 ? value : 48;

/** Chargebacks as the protocol has them. */
@Controller('simulator/gateway/v3')
@UseGuards(TenantGuard)
@UseFilters(EnvelopeFilter)
@UseInterceptors(FailureInterceptor)
export class SimulatedChargebacksController {
  constructor(private readonly chargebacks: SimulatedChargebacksStore) {}

  @Get('chargebacks')
  @SimulatorRoute('Lists the chargebacks since a day, or one by id')
  @AffectedByFailures('chargeback')
  async list(@Tenant() { mode }: SimulatorTenant, @Query() query: Record<string, unknown>) {
    const { id, from = '1970-01-01', page = '1' } = query;
    if (id !== undefined) {
      const found = typeof id === 'string' ? await findIn(this.chargebacks, mode, id) : null;
      return success('Chargebacks fetched', found ? [chargebackView(found)] : []);
    }
    if (typeof from !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(from))
      throw new SimulatorRefusal(400, 'from is invalid');
    if (typeof page !== 'string' || !/^[1-9]\d{0,5}$/.test(page))
      throw new SimulatorRefusal(400, 'page is invalid');
    const { chargebacks, total } = await this.chargebacks.since(mode, from, { page: +page, size: PAGE_SIZE });
    const pageInfo = { total, current_page: +page, total_pages: Math.ceil(total / PAGE_SIZE) };
    return success('Chargebacks fetched', chargebacks.map(chargebackView), { page_info: pageInfo });
  }

  @Put('chargebacks/:id')
  @SimulatorRoute('Takes an answer to a chargeback')
  @AffectedByFailures('chargeback-answer')
  async answer(@Tenant() { mode }: SimulatorTenant, @Param('id') id: string, @Body() body: unknown) {
    const { action, comment } = (body ?? {}) as { action?: unknown; comment?: unknown };
    const status = ANSWERS.get(action);
    if (!status) throw new SimulatorRefusal(400, 'action is accept or decline');
    const chargeback = await findIn(this.chargebacks, mode, id);
    if (!chargeback) throw new SimulatorRefusal(404, 'No chargeback was found for this id');
    const answered = await this.chargebacks.answer(chargeback.id, status, text(comment, ''));
    if (!answered) throw new SimulatorRefusal(400, `The chargeback is ${chargeback.status} already`);
    return success('Chargeback updated', chargebackView(answered));
  }

  @Post('upload_image')
  @HttpCode(200)
  @WithPolicy({
    summary: 'Takes a picture as evidence',
    credentials: [],
    hidden: true,
    calledByServers: true,
    upload: { field: 'image', maxBytes: MAX_FILE_BYTES },
    maxBodyBytes: MAX_FILE_BYTES + 64 * 1024,
  })
  @AffectedByFailures('chargeback-answer')
  upload(@Upload() file: Buffer) {
    if (file.length === 0) throw new SimulatorRefusal(400, 'image is required');
    return success('Image uploaded', { url: `https://files.invalid/${randomToken(12)}.jpg` });
  }
}

/** What the bank of the payer does, for tests and demonstrations. Requires the tenant's secret key. */
@Controller('simulator/gateway/chargebacks')
@UseGuards(FailuresAllowedGuard, TenantGuard)
@UseFilters(EnvelopeFilter)
export class ChargebackOrdersController {
  constructor(
    private readonly chargebacks: SimulatedChargebacksStore,
    private readonly charges: SimulatedChargesStore,
  ) {}

  /** Any amount and currency is taken, so that a company can be played that makes no sense. */
  @Post()
  @HttpCode(200)
  @SimulatorRoute('Opens a chargeback of a transaction')
  async open(@Tenant() { mode }: SimulatorTenant, @Body() body: unknown) {
    const { transaction_id, amount, currency, reason, hours } = (body ?? {}) as Record<string, unknown>;
    const id = String(transaction_id);
    const charge = /^\d{1,15}$/.test(id) ? await this.charges.byId(mode, id) : null;
    const paid = charge ? minorToText(BigInt(charge.charged_minor)) : '0';
    const opened = await this.chargebacks.open(mode, {
      transaction_id: id,
      amount: text(amount, paid),
      currency: text(currency, charge?.currency ?? 'NGN'),
      reason: text(reason, 'Goods not received'),
      hours: hoursOf(hours),
    });
    return success('Chargeback opened', chargebackView(opened));
  }

  /** `status` is what the company says from now on, any word; `again`: in the next stage. */
  @Post(':id')
  @HttpCode(200)
  @SimulatorRoute('Decides a chargeback, or opens it again')
  async decide(@Tenant() { mode }: SimulatorTenant, @Param('id') id: string, @Body() body: unknown) {
    const { status, again, hours } = (body ?? {}) as Record<string, unknown>;
    const chargeback = await findIn(this.chargebacks, mode, id);
    if (!chargeback) throw new SimulatorRefusal(404, 'No chargeback was found for this id');
    const word = text(status, 'initiated');
    return success(
      'Chargeback decided',
      chargebackView(await this.chargebacks.decide(chargeback.id, word, again === true, hoursOf(hours))),
    );
  }
}

async function findIn(
  chargebacks: SimulatedChargebacksStore,
  mode: SimulatorTenant['mode'],
  id: string,
): Promise<SimulatedChargeback | null> {
  return /^\d{1,15}$/.test(id) ? chargebacks.byId(mode, id) : null;
}
