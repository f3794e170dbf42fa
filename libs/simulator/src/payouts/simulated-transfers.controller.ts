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
import { isCurrency, minorToText, parseMajorToMinor } from '@app/kernel';
import { refuse, text } from '../charges/charge-order.dto';
import { EnvelopeFilter } from '../common/envelope.filter';
import { SimulatorRefusal, success } from '../common/envelope.view';
import { AffectedByFailures, FailureInterceptor } from '../failures/failure.interceptor';
import { PayoutEventsService } from './payout-events.service';
import { SimulatorRoute } from '../common/route.policy';
import type { SimulatorTenant } from '../common/simulator-settings.service';
import { Tenant, TenantGuard } from '../common/tenant.guard';
import { SIMULATED_BANKS, SIMULATED_BRANCHES } from './simulated-banks.policy';
import { SimulatedTransfersStore, type TransferOrder } from './simulated-transfers.store';
import { holderOfAccount, scriptOfAccount } from './test-accounts.policy';
import { transferView } from './transfer.view';

const NAIRA_FEE_MINOR = 1_075n;

/** Transfers to banks, the banks themselves, and our balance. */
@Controller('simulator/gateway/v3')
@UseGuards(TenantGuard)
@UseFilters(EnvelopeFilter)
@UseInterceptors(FailureInterceptor)
export class SimulatedTransfersController {
  constructor(
    private readonly transfers: SimulatedTransfersStore,
    private readonly events: PayoutEventsService,
  ) {}

  @Post('transfers')
  @HttpCode(200)
  @SimulatorRoute('Sends a transfer')
  @AffectedByFailures('transfer')
  async send(@Tenant() { mode }: SimulatorTenant, @Body() body: unknown) {
    const order = transferOrder(body);
    if (order.script === 'refused') throw new SimulatorRefusal(400, 'This account cannot be credited');
    const spent = order.amountMinor + order.feeMinor;
    if ((await this.transfers.balance(mode, order.currency)) < spent)
      throw new SimulatorRefusal(400, 'Insufficient funds in customer wallet');
    const transfer = await this.transfers.add(mode, order);
    if (!transfer) throw new SimulatorRefusal(400, 'A transfer with this reference already exists');
    this.events.wake();
    if (order.script === 'taken-unanswered' || !transfer.is_taken)
      throw new SimulatorRefusal(503, 'Service unavailable');
    return success('Transfer Queued Successfully', transferView(transfer));
  }

  @Get('transfers')
  @SimulatorRoute('Lists the transfers of a reference')
  @AffectedByFailures('verify')
  async list(@Tenant() { mode }: SimulatorTenant, @Query('reference') reference: unknown) {
    const found = await this.transfers.byReference(mode, text(reference) ?? refuse('reference is required'));
    const pageInfo = { total: found.length, current_page: 1, total_pages: 1 };
    return success('Transfers fetched', found.map(transferView), { page_info: pageInfo });
  }

  @Get('transfers/:id')
  @SimulatorRoute('Finds a transfer')
  @AffectedByFailures('verify')
  async find(@Tenant() { mode }: SimulatorTenant, @Param('id') id: string) {
    const found = /^\d{1,18}$/.test(id) ? await this.transfers.byId(mode, id) : null;
    if (!found) throw new SimulatorRefusal(404, 'No transfer was found');
    return success('Transfer fetched', transferView(found));
  }

  @Get('balances/:currency')
  @SimulatorRoute('Reads a balance')
  @AffectedByFailures('verify')
  async balance(@Tenant() { mode }: SimulatorTenant, @Param('currency') currency: string) {
    if (!isCurrency(currency)) throw new SimulatorRefusal(404, 'No wallet in this currency');
    const amount = Number(minorToText(await this.transfers.balance(mode, currency)));
    return success('Wallet balance fetched', { currency, available_balance: amount, ledger_balance: amount });
  }

  @Get('banks/:country')
  @SimulatorRoute('Lists the banks of a country')
  @AffectedByFailures('verify')
  banks(@Param('country') country: string) {
    const banks = SIMULATED_BANKS[country];
    if (!banks) throw new SimulatorRefusal(400, 'Country is not supported');
    return success('Banks fetched successfully', banks);
  }

  @Get('banks/:id/branches')
  @SimulatorRoute('Lists the branches of a bank')
  @AffectedByFailures('verify')
  branches(@Param('id') id: string) {
    const branches = SIMULATED_BRANCHES[id];
    if (!branches) throw new SimulatorRefusal(404, 'No branches found for specified bank id');
    return success('Bank branches fetched successfully', branches);
  }

  @Post('accounts/resolve')
  @HttpCode(200)
  @SimulatorRoute('Finds the holder of an account')
  @AffectedByFailures('verify')
  resolve(@Body() body: unknown) {
    const { account_number: number } = (body ?? {}) as Record<string, unknown>;
    const accountNumber = text(number) ?? refuse('account_number is required');
    const holder = holderOfAccount(accountNumber);
    if (holder === 'away') throw new SimulatorRefusal(503, 'Service unavailable');
    if (holder === null) throw new SimulatorRefusal(400, 'Sorry, recipient account could not be validated');
    return success('Account details fetched', { account_number: accountNumber, account_name: holder });
  }
}

function transferOrder(body: unknown): TransferOrder {
  const fields = (body ?? {}) as Record<string, unknown>;
  const field = (name: string) => text(fields[name]) ?? refuse(`${name} is required`);
  const currency = field('currency');
  const accountNumber = field('account_number');
  const amountMinor = parseMajorToMinor(fields.amount);
  if (amountMinor === null || !isCurrency(currency))
    throw new SimulatorRefusal(400, 'amount or currency is invalid');
  return {
    reference: field('reference'),
    accountBank: field('account_bank'),
    accountNumber,
    beneficiaryName: text(fields.beneficiary_name) ?? '',
    narration: text(fields.narration) ?? '',
    amountMinor,
    feeMinor: currency === 'NGN' ? NAIRA_FEE_MINOR : 0n,
    currency,
    script: scriptOfAccount(accountNumber),
  };
}
