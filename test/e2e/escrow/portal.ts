import { EscrowTokensService } from '../../../libs/escrow/src/escrows/escrow-tokens.service';
import type { Platform } from '../../support/platform';
import { PlainPage } from '../checkout-api/plain-page';

/** The portal of an escrow. */
export class Portal extends PlainPage {
  constructor(platform: Platform, uuid: string, host: 'checkout' | 'sandbox' = 'checkout') {
    super(`${platform.urls[host]}/escrow/${platform.inside('business', EscrowTokensService).tokenOf(uuid)}`);
  }
}
