import { Body, Query } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { By, Context, type Caller, GetAction, ownerOf, PostAction, WireController } from '@app/http';
import { Clock, parseMajorToMinor } from '@app/kernel';
import { CancelRequest } from './commands/cancel-request';
import { DeclineRequest } from './commands/decline-request';
import { FulfillRequest } from './commands/fulfill-request';
import { RequestPayment } from './commands/request-payment';
import { RequestPaymentBody } from '../wallets/wallet.dto';
import { PaymentRequestQueries } from './payment-request.queries';
import { fulfilledView, madeRequestView, requestView, standingView } from './payment-request.view';
import { FulfillBody, RequestBody, RequestsQuery } from './payment-requests.dto';

const EITHER = { credentials: ['session', 'secret-key'], team: 'money:read' } as const;
const ACT = { ...EITHER, team: 'money:send', scope: 'wallet:transfer', idempotent: true } as const;

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
    refusals: ['LIMIT_REACHED', 'NOT_FOUND'],
  })
  request(@By() caller: Caller, @Context() context: RequestContext, @Body() body: RequestPaymentBody) {
    const { recipient: text, recipient_type: type, amount, currency, note } = body;
    const minor = parseMajorToMinor(amount)!;
    const command = new RequestPayment(ownerOf(caller), { text, type }, minor, currency, note ?? null);
    return this.commands.answer(context, command, madeRequestView);
  }

  @GetAction('requests', {
    ...EITHER,
    summary: 'Payment requests you received or made, newest first',
    scope: 'wallet:read',
  })
  async list(@By() caller: Caller, @Query() query: RequestsQuery) {
    return (await this.requests.list(ownerOf(caller), query, this.clock.now())).map(requestView);
  }

  @PostAction('fulfill-request', {
    ...ACT,
    summary: 'Pay a payment request you received; 0.1 % fee on top',
    pin: true,
    sendsMoney: true,
    rate: 'money',
    refusals: ['FORBIDDEN', 'FX_RATE_UNAVAILABLE', 'INSUFFICIENT_FUNDS', 'INVALID_STATE', 'NOT_FOUND'],
  })
  fulfill(@By() caller: Caller, @Context() context: RequestContext, @Body() { request_id: id }: FulfillBody) {
    return this.commands.answer(context, new FulfillRequest(ownerOf(caller), String(id)), fulfilledView);
  }

  @PostAction('decline-request', {
    ...ACT,
    summary: 'Decline a payment request you received',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  decline(@By() caller: Caller, @Context() context: RequestContext, @Body() { request_id: id }: RequestBody) {
    return this.commands.answer(context, new DeclineRequest(ownerOf(caller), String(id)), standingView);
  }

  @PostAction('cancel-request', {
    ...ACT,
    summary: 'Cancel a payment request you made',
    refusals: ['INVALID_STATE', 'NOT_FOUND'],
  })
  cancel(@By() caller: Caller, @Context() context: RequestContext, @Body() { request_id: id }: RequestBody) {
    return this.commands.answer(context, new CancelRequest(ownerOf(caller), String(id)), standingView);
  }
}
