import { Body, Query } from '@nestjs/common';
import { type CommandCall, Commands } from '@app/write-path';
import { By, Call, type Caller, GetAction, ownerOf, PostAction, WireController } from '@app/http';
import { Clock, parseMajorToMinor } from '@app/kernel';
import { CancelRequest } from './commands/cancel-request';
import { DeclineRequest } from './commands/decline-request';
import { FulfillRequest } from './commands/fulfill-request';
import { RequestPayment } from './commands/request-payment';
import { RequestPaymentBody } from '../wallet.dto';
import { PaymentRequestQueries } from './payment-request.queries';
import { fulfilledJson, madeJson, requestJson, standingJson } from './payment-request.view';
import { FulfillBody, RequestBody, RequestsQuery } from './payment-requests.dto';

const EITHER = { credentials: ['session', 'secret-key'] } as const;
const ACT = { ...EITHER, scope: 'wallet:transfer', idempotent: true } as const;

/** Asking others for money, and answering them. */
@WireController('wallet.php')
export class PaymentRequestsController {
  constructor(
    private readonly commands: Commands,
    private readonly requests: PaymentRequestQueries,
    private readonly clock: Clock,
  ) {}

  @PostAction('request-payment', {
    ...ACT,
    summary: 'Ask another account for money; they have seven days to pay',
    rate: 'money',
  })
  request(@By() caller: Caller, @Call() call: CommandCall, @Body() body: RequestPaymentBody) {
    const { recipient: text, recipient_type: type, amount, currency, note } = body;
    const minor = parseMajorToMinor(amount)!;
    const command = new RequestPayment(ownerOf(caller), { text, type }, minor, currency, note ?? null);
    return this.commands.answer(call, command, madeJson);
  }

  @GetAction('requests', {
    ...EITHER,
    summary: 'Payment requests you received or made, newest first',
    scope: 'wallet:read',
  })
  async list(@By() caller: Caller, @Query() query: RequestsQuery) {
    const { direction = 'incoming', status, page, limit } = query;
    const wish = { direction, status, page, limit };
    return (await this.requests.list(ownerOf(caller), wish, this.clock.now())).map(requestJson);
  }

  @PostAction('fulfill-request', {
    ...ACT,
    summary: 'Pay a payment request you received; 0.1 % fee on top',
    pin: true,
    rate: 'money',
  })
  fulfill(@By() caller: Caller, @Call() call: CommandCall, @Body() { request_id: id }: FulfillBody) {
    return this.commands.answer(call, new FulfillRequest(ownerOf(caller), String(id)), fulfilledJson);
  }

  @PostAction('decline-request', { ...ACT, summary: 'Decline a payment request you received' })
  decline(@By() caller: Caller, @Call() call: CommandCall, @Body() { request_id: id }: RequestBody) {
    return this.commands.answer(call, new DeclineRequest(ownerOf(caller), String(id)), standingJson);
  }

  @PostAction('cancel-request', { ...ACT, summary: 'Take back a payment request you made' })
  cancel(@By() caller: Caller, @Call() call: CommandCall, @Body() { request_id: id }: RequestBody) {
    return this.commands.answer(call, new CancelRequest(ownerOf(caller), String(id)), standingJson);
  }
}
