import { createHash, timingSafeEqual } from 'node:crypto';
import { Body, Headers, Query, Req } from '@nestjs/common';
import { Config } from '@app/config';
import { PostAction, type WireRequest, WireController } from '@app/http';
import { DomainError, invalid } from '@app/kernel';
import { ExternalWalletSignatureService } from './external-wallet-signature.service';
import { GatewayEventsService } from './gateway-events.service';

/**
 * Where the companies that collect for us report: the gateway, which proves itself with a shared secret only, and the
 * external wallet, which signs. What either of them says is no proof of money.
 */
@WireController('gateway-events.php')
export class GatewayEventsController {
  private readonly expected: Buffer;

  constructor(
    private readonly events: GatewayEventsService,
    private readonly signature: ExternalWalletSignatureService,
    { env }: Config,
  ) {
    this.expected = sha256(env.GATEWAY_EVENT_HASH);
  }

  @PostAction('', {
    summary: 'Event of the gateway or the external wallet',
    credentials: [],
    signedBody: true,
    hidden: true,
  })
  async receive(
    @Headers('verif-hash') hash: string | undefined,
    @Query('provider') provider: unknown,
    @Req() request: WireRequest,
    @Body() body: unknown,
  ) {
    if (provider === 'extwallet') await this.checkSignature(request);
    else if (provider === undefined) this.checkHash(hash);
    else throw invalid('provider', 'provider is extwallet, or absent.');
    await this.events.receive(body);
    return {};
  }

  private checkHash(hash: string | undefined): void {
    if (!timingSafeEqual(sha256(hash ?? ''), this.expected)) {
      throw unproved('The VERIF-HASH header is missing or wrong.');
    }
  }

  private async checkSignature({ headers, bodyText }: WireRequest): Promise<void> {
    const isGenuine = await this.signature.isGenuine({ headers, body: bodyText ?? '' });
    if (!isGenuine) throw unproved('The signature of this event is missing or wrong.');
  }
}

const unproved = (message: string) => new DomainError('unauthenticated', 'UNAUTHENTICATED', message);

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
