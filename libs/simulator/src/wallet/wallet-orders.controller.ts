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
import { text } from '../charges/charge-order.dto';
import { EnvelopeFilter } from '../common/envelope.filter';
import { SimulatorRefusal, success } from '../common/envelope.view';
import { FailureInterceptor, AffectedByFailures } from '../failures/failure.interceptor';
import { FailuresService } from '../failures/failures.service';
import { SimulatorRoute } from '../common/route.policy';
import type { SimulatorTenant } from '../common/simulator-settings.service';
import { Tenant, TenantGuard } from '../common/tenant.guard';
import { WalletEventsService } from './wallet-events.service';
import { type NewOrder, type SimulatedOrder, WalletOrdersStore } from './wallet-orders.store';

type Fields = Record<string, unknown>;
const ONE_MAJOR_UNIT = 100n;

/** The external wallet's API: orders that a buyer approves and the platform captures. */
@Controller('simulator/extwallet/v1')
@UseGuards(TenantGuard)
@UseFilters(EnvelopeFilter)
@UseInterceptors(FailureInterceptor)
export class WalletOrdersController {
  constructor(
    private readonly orders: WalletOrdersStore,
    private readonly events: WalletEventsService,
    private readonly failures: FailuresService,
  ) {}

  @Post('orders')
  @HttpCode(200)
  @SimulatorRoute('Opens an order')
  @AffectedByFailures('charge')
  async open(@Tenant() tenant: SimulatorTenant, @Body() body: Fields) {
    const order = await this.orders.openOrder(tenant.mode, readOrder(body));
    const approve_url = `${tenant.challengeBaseUrl()}/challenge/${order.page_token}`;
    return success('Order created', { ...orderView(order), approve_url });
  }

  @Get('orders')
  @SimulatorRoute('Finds an order by reference')
  @AffectedByFailures('verify')
  async find(@Tenant() { mode }: SimulatorTenant, @Query('reference') reference: unknown) {
    return success('Order found', orderView(await this.byReference(mode, reference)));
  }

  @Post('orders/capture')
  @HttpCode(200)
  @SimulatorRoute('Takes the money of an approved order')
  @AffectedByFailures('validate')
  async capture(@Tenant() { mode }: SimulatorTenant, @Body() { reference }: Fields) {
    const order = await this.byReference(mode, reference);
    const due = await this.failures.consume(mode, 'settle');
    const captured = await this.orders.capture(order, due.has('amount-mismatch') ? ONE_MAJOR_UNIT : 0n);
    if (captured) this.events.wake();
    // A repeated capture returns the captured order.
    return success('Order captured', orderView(captured ?? (await this.byReference(mode, reference))));
  }

  @Post('orders/cancel')
  @HttpCode(200)
  @SimulatorRoute('Ends an order that was not captured')
  @AffectedByFailures('validate')
  async cancel(@Tenant() { mode }: SimulatorTenant, @Body() { reference }: Fields) {
    const order = await this.byReference(mode, reference);
    const cancelled = await this.orders.cancel(order);
    return success('Order', orderView(cancelled ?? (await this.byReference(mode, reference))));
  }

  @Post('refunds')
  @HttpCode(200)
  @SimulatorRoute('Returns captured money')
  @AffectedByFailures('refund')
  async refund(@Tenant() { mode }: SimulatorTenant, @Body() body: Fields) {
    const order = await this.orders.byCapture(mode, text(body.capture_id) ?? '');
    const amountMinor = parseMajorToMinor(body.amount);
    const reference = text(body.reference);
    if (!order || amountMinor === null || reference === null)
      throw new SimulatorRefusal(400, 'capture_id, amount and reference are required');
    const id = await this.orders.refund(order, amountMinor, reference);
    if (id === null) throw new SimulatorRefusal(400, 'The refund exceeds what is left of this payment');
    return success('Refunded', { id, status: 'completed', amount_refunded: minorToText(amountMinor) });
  }

  @Get('refunds/:id')
  @SimulatorRoute('Finds a refund by id')
  @AffectedByFailures('verify')
  async refundById(@Tenant() { mode }: SimulatorTenant, @Param('id') id: string) {
    const refund = /^\d{1,15}$/.test(id) ? await this.orders.refundById(mode, id) : null;
    if (!refund) throw new SimulatorRefusal(404, 'There is no such refund');
    const amount_refunded = minorToText(BigInt(refund.amount_minor));
    return success('Refund', { id: refund.id, status: 'completed', amount_refunded });
  }

  private async byReference(mode: SimulatedOrder['mode'], reference: unknown): Promise<SimulatedOrder> {
    const order = await this.orders.byReference(mode, text(reference) ?? '');
    if (!order) throw new SimulatorRefusal(404, 'There is no such order');
    return order;
  }
}

/** The simulated company's public key, at the URL that its events contain. */
@Controller('simulator/extwallet/certificate')
export class WalletCertificateController {
  constructor(private readonly events: WalletEventsService) {}

  @Get()
  @SimulatorRoute('Key of the simulated external wallet')
  certificate(): Promise<string> {
    return this.events.publicKey();
  }
}

function orderView(order: SimulatedOrder) {
  return {
    id: order.id,
    reference: order.reference,
    status: order.status,
    amount: minorToText(BigInt(order.amount_minor)),
    currency: order.currency,
    capture: order.capture_id && {
      id: order.capture_id,
      amount: minorToText(BigInt(order.captured_minor!)),
    },
  };
}

function readOrder(body: Fields): NewOrder {
  const amountMinor = parseMajorToMinor(body.amount);
  const [reference, returnUrl] = [text(body.reference), text(body.return_url)];
  if (
    amountMinor === null ||
    !isCurrency(body.currency) ||
    !reference ||
    !returnUrl ||
    !URL.canParse(returnUrl)
  )
    throw new SimulatorRefusal(400, 'reference, amount, currency and return_url are required');
  return {
    reference,
    amountMinor,
    currency: body.currency,
    returnUrl,
    description: text(body.description) ?? '',
  };
}
