import { Body } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { By, type Caller, ClientAddress, Context, PostAction, WireController } from '@app/http';
import { needsNoBuyer } from '../common/checkout.errors';
import { SessionAccessService } from '../sessions/session-access.service';
import { BuyerCodesService, TEST_CODE } from './buyer-codes.service';
import { BuyerCountsService } from './buyer-counts.service';
import { BuyerTokensService } from './buyer-tokens.service';
import { BuyerCodeBody, ConfirmBuyerBody } from './buyers.dto';
import { SendBuyerCode } from './commands/send-buyer-code';

const NO_MAIL =
  `Test mode: no mail is sent. The code is ${TEST_CODE}. After the payment, public-status with the X-Buyer-Token of ` +
  'confirm-buyer returns the link of the escrow (escrow.portal_url).';
const PAGE = { credentials: ['checkout-session'] } as const;

/** A guest confirms an e-mail address of their own before they pay into escrow. */
@WireController('sessions.php')
export class BuyersController {
  constructor(
    private readonly commands: Commands,
    private readonly access: SessionAccessService,
    private readonly counts: BuyerCountsService,
    private readonly codes: BuyerCodesService,
    private readonly tokens: BuyerTokensService,
  ) {}

  @PostAction('buyer-code', {
    ...PAGE,
    summary: 'Mail a code to the address of a buyer who pays into escrow',
    refusals: ['INVALID_STATE', 'NOT_FOUND', 'SESSION_EXPIRED'],
  })
  async send(
    @By() caller: Caller,
    @Context() context: RequestContext,
    @ClientAddress() clientAddress: string,
    @Body() { session_id, buyer_email: email }: BuyerCodeBody,
  ) {
    const session = await this.access.payable(caller, session_id);
    if (!session.escrow) throw needsNoBuyer();
    return this.counts.send({ checkoutSessionId: session.id, email, clientAddress }, () =>
      this.commands.answer(context, new SendBuyerCode(session.id, email), (expiresAt) => ({
        session_id,
        buyer_email: email,
        expires_at: expiresAt.toISOString(),
        is_test: session.isTest,
        mail_sent: !session.isTest,
        ...(session.isTest && { code: TEST_CODE, message: NO_MAIL }),
      })),
    );
  }

  @PostAction('confirm-buyer', {
    ...PAGE,
    summary: 'Confirm that address with the code; returns the X-Buyer-Token of its payments',
    refusals: ['LIMIT_REACHED', 'NOT_FOUND'],
  })
  async confirm(
    @By() caller: Caller,
    @ClientAddress() clientAddress: string,
    @Body() { session_id, buyer_email: email, otp }: ConfirmBuyerBody,
  ) {
    const session = await this.access.payable(caller, session_id);
    await this.counts.countTry({ checkoutSessionId: session.id, email, clientAddress });
    const proofId = await this.codes.spend(session, email, otp);
    return {
      session_id,
      buyer_email: email,
      buyer_token: this.tokens.tokenOf(session.sessionId, email, proofId),
    };
  }
}
