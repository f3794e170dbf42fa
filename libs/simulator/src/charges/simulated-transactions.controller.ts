import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { parseMajorToMinor } from '@app/kernel';
import { EnvelopeFilter } from '../common/envelope.filter';
import { SimulatorRefusal, success } from '../common/envelope.view';
import { FailureInterceptor, AffectedByFailures } from '../failures/failure.interceptor';
import { SimulatorRoute } from '../common/route.policy';
import type { SimulatedCharge } from './simulated-charge';
import { SimulatedChargesStore } from './simulated-charges.store';
import { SimulatedRefundsStore } from './simulated-refunds.store';
import type { SimulatorTenant } from '../common/simulator-settings.service';
import { Tenant, TenantGuard } from '../common/tenant.guard';
import { refundView, transactionView, verifiedTransactionView } from './transaction.view';

const PAGE_SIZE = 10;

interface ListQuery {
  tx_ref?: unknown;
  from?: unknown;
  page?: unknown;
}

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Queries of transactions, and their refunds. */
@Controller('simulator/gateway/v3/transactions')
@UseGuards(TenantGuard)
@UseFilters(EnvelopeFilter)
@UseInterceptors(FailureInterceptor)
export class SimulatedTransactionsController {
  constructor(
    private readonly charges: SimulatedChargesStore,
    private readonly refunds: SimulatedRefundsStore,
  ) {}

  @Get()
  @SimulatorRoute('Lists the transactions of a reference')
  @AffectedByFailures('verify')
  async list(@Tenant() tenant: SimulatorTenant, @Query() { tx_ref: txRef, from, page = '1' }: ListQuery) {
    if (typeof txRef !== 'string' || txRef.includes('\0'))
      throw new SimulatorRefusal(400, 'tx_ref is required');
    if (from !== undefined && !isDay(from)) throw new SimulatorRefusal(400, 'from is invalid');
    if (typeof page !== 'string' || !/^[1-9]\d{0,5}$/.test(page))
      throw new SimulatorRefusal(400, 'page is invalid');
    const wanted = { from: from ?? null, page: Number(page), size: PAGE_SIZE };
    const { charges, total } = await this.charges.pageOfReference(tenant.mode, txRef, wanted);
    const pageInfo = { total, current_page: wanted.page, total_pages: Math.ceil(total / PAGE_SIZE) };
    return success('Transactions fetched', charges.map(transactionView), { page_info: pageInfo });
  }

  @Get('verify_by_reference')
  @SimulatorRoute('Finds a transaction by reference')
  @AffectedByFailures('verify')
  async verifyByReference(@Tenant() tenant: SimulatorTenant, @Query('tx_ref') txRef: unknown) {
    if (typeof txRef !== 'string' || txRef.includes('\0'))
      throw new SimulatorRefusal(400, 'tx_ref is required');
    const charge = await this.charges.byReference(tenant.mode, txRef);
    if (!charge) throw new SimulatorRefusal(404, 'No transaction was found for this reference');
    return success('Transaction fetched successfully', verifiedTransactionView(charge));
  }

  @Get(':id/verify')
  @SimulatorRoute('Finds a transaction by id')
  @AffectedByFailures('verify')
  async verify(@Tenant() tenant: SimulatorTenant, @Param('id') id: string) {
    return success('Transaction fetched successfully', verifiedTransactionView(await this.find(tenant, id)));
  }

  @Post(':id/refund')
  @HttpCode(200)
  @SimulatorRoute('Refunds a transaction')
  @AffectedByFailures('refund')
  async refund(@Tenant() tenant: SimulatorTenant, @Param('id') id: string, @Body() body: unknown) {
    const { amount, comments } = (body ?? {}) as { amount?: unknown; comments?: unknown };
    const charge = await this.find(tenant, id);
    const amountMinor = amount === undefined ? BigInt(charge.charged_minor) : parseMajorToMinor(amount);
    if (amountMinor === null) throw new SimulatorRefusal(400, 'amount is invalid');
    const reference = typeof comments === 'string' ? comments.replaceAll('\0', '').slice(0, 128) : null;
    const refund = await this.refunds.refund(charge, amountMinor, reference);
    if (!refund) throw new SimulatorRefusal(400, 'The refund exceeds what is left of this transaction');
    return success('Transaction refund initiated', refundView(charge, refund));
  }

  private async find(tenant: SimulatorTenant, id: string): Promise<SimulatedCharge> {
    const charge = /^\d{1,15}$/.test(id) ? await this.charges.byId(tenant.mode, id) : null;
    if (!charge) throw new SimulatorRefusal(404, 'No transaction was found for this id');
    return charge;
  }
}

/** Queries of refunds. */
@Controller('simulator/gateway/v3/refunds')
@UseGuards(TenantGuard)
@UseFilters(EnvelopeFilter)
@UseInterceptors(FailureInterceptor)
export class RefundsController {
  constructor(
    private readonly charges: SimulatedChargesStore,
    private readonly refunds: SimulatedRefundsStore,
  ) {}

  @Get(':id')
  @SimulatorRoute('Finds a refund by id')
  @AffectedByFailures('verify')
  async find(@Tenant() { mode }: SimulatorTenant, @Param('id') id: string) {
    const refund = /^\d{1,15}$/.test(id) ? await this.refunds.byId(mode, id) : null;
    const charge = refund && (await this.charges.byId(mode, refund.charge_id));
    if (!charge) throw new SimulatorRefusal(404, 'No refund was found for this id');
    return success('Refund fetched', refundView(charge, refund));
  }
}
