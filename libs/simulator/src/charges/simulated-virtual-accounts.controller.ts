import { Body, Controller, HttpCode, Post, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { randomToken } from '@app/kernel';
import { EnvelopeFilter } from '../common/envelope.filter';
import { success } from '../common/envelope.view';
import { AffectedByFailures, FailureInterceptor } from '../failures/failure.interceptor';
import { SimulatorRoute } from '../common/route.policy';
import type { SimulatorTenant } from '../common/simulator-settings.service';
import { Tenant, TenantGuard } from '../common/tenant.guard';
import { pageOf } from './method-charges.service';
import { readPermanentAccountOrder } from './method-order.dto';
import { SimulatedAccountsStore } from './simulated-accounts.store';

/** Permanent account numbers. */
@Controller('simulator/gateway/v3/virtual-account-numbers')
@UseGuards(TenantGuard)
@UseFilters(EnvelopeFilter)
@UseInterceptors(FailureInterceptor)
export class SimulatedVirtualAccountsController {
  constructor(private readonly accounts: SimulatedAccountsStore) {}

  @Post()
  @HttpCode(200)
  @SimulatorRoute('Opens a permanent account number')
  @AffectedByFailures('charge')
  async open(@Tenant() tenant: SimulatorTenant, @Body() body: unknown) {
    const order = readPermanentAccountOrder((body ?? {}) as Record<string, unknown>);
    const token = randomToken(32);
    const account = await this.accounts.openPermanentAccount(tenant.mode, order, token);
    return success('Virtual account created', {
      response_code: '02',
      response_message: 'Transaction in progress',
      flw_ref: account.reference,
      order_ref: account.reference,
      account_number: account.account_number,
      bank_name: 'Simulated Bank',
      note: `Please make a bank transfer to ${account.merchant_name ?? account.account_number}`,
      simulate_url: pageOf(tenant, token),
    });
  }
}
