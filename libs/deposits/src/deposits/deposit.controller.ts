import { Body, Res } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import {
  By,
  Context,
  type Caller,
  ClientAddress,
  GetAction,
  ownerOf,
  type Policy,
  PostAction,
  WireController,
} from '@app/http';
import { Clock } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { cardOf } from './card-of.policy';
import { InitiateDeposit } from './commands/initiate-deposit';
import { initiatedView } from './deposit.view';
import { ChargeCardDto, InitDto, ValidateChargeDto, VerifyDto } from './deposit.dto';
import { ChargeCard } from './flows/charge-card';
import { ValidateCharge } from './flows/validate-charge';
import { VerifyDeposit } from './flows/verify-deposit';
import { RETURN_PAGE, RETURN_PAGE_POLICY } from './return.page';

const by = (summary: string): Policy => ({
  summary,
  credentials: ['session', 'secret-key'],
  scope: 'charges:create',
  idempotent: true,
});

/** Money into a wallet by card. */
@WireController('deposit.php')
export class DepositController {
  constructor(
    private readonly commands: Commands,
    private readonly chargeCard: ChargeCard,
    private readonly validateCharge: ValidateCharge,
    private readonly verifyDeposit: VerifyDeposit,
    private readonly clock: Clock,
  ) {}

  @PostAction('init', {
    ...by('Opens a deposit, to be paid by direct card charge or on a hosted page'),
    refusals: ['LIMIT_REACHED'],
  })
  init(@By() caller: Caller, @Context() context: RequestContext, @Body() dto: InitDto) {
    const method = dto.method === 'checkout' ? 'checkout' : 'gateway';
    const command = new InitiateDeposit(
      ownerOf(caller),
      dto.amount,
      dto.currency,
      method,
      dto.redirect_url ?? null,
    );
    return this.commands.answer(context, command, initiatedView);
  }

  @PostAction('charge-card-gw', {
    ...by('Charges a card; the answer says what the charge waits for'),
    refusals: ['CARD_DECLINED', 'GATEWAY_ERROR', 'INVALID_STATE', 'KYC_REQUIRED', 'NOT_FOUND'],
  })
  charge(
    @By() caller: Caller,
    @Context() context: RequestContext,
    @ClientAddress() clientAddress: string,
    @Body() { card, ...dto }: ChargeCardDto,
  ) {
    const request = {
      ownerId: ownerOf(caller),
      txRef: dto.tx_ref,
      amount: dto.amount,
      currency: dto.currency,
      redirectUrl: dto.redirect_url ?? null,
      clientAddress,
    };
    return this.chargeCard.charge(context, request, cardOf(card, this.clock.now()));
  }

  @PostAction('validate-charge', {
    ...by('Answers a waiting charge with a card PIN or a one-time password'),
    refusals: ['CARD_DECLINED', 'GATEWAY_ERROR', 'INVALID_STATE', 'NOT_FOUND'],
  })
  validate(@By() caller: Caller, @Context() context: RequestContext, @Body() dto: ValidateChargeDto) {
    const { gw_ref: gwRef, otp, auth_mode: mode } = dto;
    return this.validateCharge.validate(context, ownerOf(caller), { gwRef, otp, mode });
  }

  @PostAction('verify-gateway', {
    ...by('Asks the gateway about a charge and credits what it confirms'),
    refusals: ['GATEWAY_ERROR', 'INVALID_STATE', 'NOT_FOUND'],
  })
  verify(@By() caller: Caller, @Context() context: RequestContext, @Body() dto: VerifyDto) {
    return this.verifyDeposit.verify(context, ownerOf(caller), dto.tx_ref, dto.transaction_id);
  }

  @GetAction('return', {
    summary: 'Where the bank sends a buyer who has no other page',
    credentials: [],
    hidden: true,
  })
  async returned(@Res() reply: FastifyReply): Promise<void> {
    await reply.headers(RETURN_PAGE_POLICY).type('text/html; charset=utf-8').send(RETURN_PAGE);
  }
}
