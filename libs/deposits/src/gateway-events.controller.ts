import { createHash, timingSafeEqual } from 'node:crypto';
import { Body, Headers } from '@nestjs/common';
import { Config } from '@app/config';
import { PostAction, WireController } from '@app/http';
import { DomainError } from '@app/kernel';
import { GatewayEvents } from './gateway-events';

/** Where the card gateway reports. It proves itself with a shared secret only, so its word is never taken for money. */
@WireController('gateway-events.php')
export class GatewayEventsController {
  private readonly expected: Buffer;

  constructor(
    private readonly events: GatewayEvents,
    { env }: Config,
  ) {
    this.expected = sha256(env.GATEWAY_EVENT_HASH);
  }

  @PostAction('', { summary: 'Event of the card gateway', credentials: [], hidden: true })
  async receive(@Headers('verif-hash') hash: string | undefined, @Body() body: unknown): Promise<object> {
    if (!timingSafeEqual(sha256(hash ?? ''), this.expected)) {
      throw new DomainError(
        'unauthenticated',
        'UNAUTHENTICATED',
        'The VERIF-HASH header is missing or wrong.',
      );
    }
    await this.events.receive(body);
    return {};
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
