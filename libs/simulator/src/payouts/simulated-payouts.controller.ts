import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Param,
  Post,
  Query,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { Config } from '@app/config';
import { isCurrency, minorToText, parseMajorToMinor } from '@app/kernel';
import { text } from '../charges/charge-order.dto';
import { PayoutEventsService } from './payout-events.service';
import { SimulatorRoute } from '../common/route.policy';
import { batchView, itemView } from './payout-batch.view';
import { type BatchOrder, PayoutBatchesStore } from './payout-batches.store';
import { PayPalAccessGuard, PayPalTokens, TOKEN_SECONDS } from './paypal-access.guard';
import { PayPalRefusal, PayPalRefusalFilter } from './paypal-refusal.filter';
import { scriptOfMailbox } from './test-mailboxes.policy';

const ROOT = 'simulator/paypal/v1';

/** Access tokens for our credentials. */
@Controller(`${ROOT}/oauth2`)
@UseFilters(PayPalRefusalFilter)
export class SimulatedPayPalTokenController {
  constructor(private readonly tokens: PayPalTokens) {}

  @Post('token')
  @HttpCode(200)
  @SimulatorRoute('Gives an access token')
  token(@Headers('authorization') authorization: string | undefined) {
    return {
      access_token: this.tokens.issue(authorization),
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
    };
  }
}

/** Payouts to external wallets: batches of one item each. */
@Controller(ROOT)
@UseGuards(PayPalAccessGuard)
@UseFilters(PayPalRefusalFilter)
export class SimulatedPayoutsController {
  constructor(
    private readonly batches: PayoutBatchesStore,
    private readonly events: PayoutEventsService,
    private readonly config: Config,
  ) {}

  @Post('payments/payouts')
  @HttpCode(201)
  @SimulatorRoute('Sends a batch of payouts')
  async create(@Headers('paypal-request-id') requestId: string | undefined, @Body() body: unknown) {
    const order = batchOrder(body, requestId);
    const earlier = await this.batches.bySender(order.senderBatchId);
    if (earlier) return this.repeated(earlier.request_id === order.requestId, earlier);
    if ((await this.batches.balance(order.currency)) < order.amountMinor)
      throw new PayPalRefusal(422, 'INSUFFICIENT_FUNDS', 'Sender does not have sufficient funds');
    const batch = await this.batches.add(order);
    if (!batch) throw new PayPalRefusal(503, 'SERVICE_UNAVAILABLE', 'Try again');
    this.events.wake();
    if (order.script === 'unanswered') throw new PayPalRefusal(503, 'SERVICE_UNAVAILABLE', 'Try again');
    return batchView(batch);
  }

  @Get('payments/payouts/:id')
  @SimulatorRoute('Reads a batch')
  async read(@Param('id') id: string) {
    const batch = await this.batches.byId(id);
    if (!batch) throw notFound();
    return { ...batchView(batch), items: [itemView(batch)] };
  }

  @Get('payments/payouts-item/:id')
  @SimulatorRoute('Reads an item')
  async readItem(@Param('id') id: string) {
    const batch = await this.batches.byItem(id);
    if (!batch) throw notFound();
    return itemView(batch);
  }

  @Post('payments/payouts-item/:id/cancel')
  @HttpCode(200)
  @SimulatorRoute('Cancels an unclaimed item')
  async cancel(@Param('id') id: string) {
    const batch = await this.batches.cancel(id);
    if (!batch)
      throw new PayPalRefusal(422, 'ITEM_INCORRECT_STATUS', 'Only unclaimed items can be cancelled');
    this.events.wake();
    return itemView(batch);
  }

  @Get('reporting/balances')
  @SimulatorRoute('Reads a balance')
  async balances(@Query('currency_code') currency: unknown) {
    if (!isCurrency(currency)) throw new PayPalRefusal(400, 'INVALID_REQUEST', 'currency_code is invalid');
    const value = minorToText(await this.batches.balance(currency));
    const available = { currency_code: currency, value };
    return { balances: [{ currency, available_balance: available }] };
  }

  /** A repeat with the same request id gets the first answer; another request id gets an error that links to the batch. */
  private repeated(isSameRequest: boolean, batch: Parameters<typeof batchView>[0]) {
    if (isSameRequest) return batchView(batch);
    const href = `${this.config.urls.sandbox}/${ROOT}/payments/payouts/${batch.id}`;
    throw new PayPalRefusal(400, 'USER_BUSINESS_ERROR', 'User business error.', [
      {
        field: 'SENDER_BATCH_ID',
        issue: 'Batch with given sender_batch_id already exists',
        link: [{ href }],
      },
    ]);
  }
}

const notFound = () => new PayPalRefusal(404, 'RESOURCE_NOT_FOUND', 'The resource was not found');

function batchOrder(body: unknown, requestId: string | undefined): BatchOrder {
  const { sender_batch_header: header, items } = fieldsOf(body);
  const [item, ...others] = Array.isArray(items) ? (items as unknown[]).map(fieldsOf) : [];
  const { amount, receiver } = item ?? {};
  const { value, currency } = fieldsOf(amount);
  const [senderBatchId, email] = [text(fieldsOf(header).sender_batch_id), text(receiver)];
  const amountMinor = parseMajorToMinor(value);
  if (
    !senderBatchId ||
    !email?.includes('@') ||
    amountMinor === null ||
    !isCurrency(currency) ||
    others.length
  )
    throw new PayPalRefusal(400, 'VALIDATION_ERROR', 'Invalid request - see details');
  return {
    senderBatchId,
    requestId: requestId ?? '',
    receiver: email,
    amountMinor,
    currency,
    script: scriptOfMailbox(email),
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
