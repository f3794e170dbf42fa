import type { Config } from '@app/config';
import { frameNotAllowed, isAllowedOrigin, isOwnOrigin, type PublicKeyCaller } from '@app/http';
import { invalid } from '@app/kernel';
import type { PublicPageBody } from './public-page.dto';

export interface ReturnAddresses {
  successUrl: string | undefined;
  cancelUrl: string | undefined;
}

/**
 * Where a customer returns after a payment that a page of this origin opened: the addresses in the body, else those of
 * the app. A public key is not secret, so both must lie on an allowed origin if the app names any. Throws FORBIDDEN if
 * the page would show the payment page in a frame and may not, VALIDATION_ERROR for an address elsewhere.
 */
export function returnAddresses(
  caller: PublicKeyCaller,
  { embed, success_url, cancel_url }: PublicPageBody,
  origin: string | undefined,
  config: Pick<Config, 'urls'>,
): ReturnAddresses {
  if (embed && !isOwnOrigin(caller, origin, config)) throw frameNotAllowed(origin);
  for (const [field, url] of Object.entries({ success_url, cancel_url })) {
    if (url != null && !isAllowedOrigin(caller, new URL(url).origin, config))
      throw invalid(field, `${field} must lie on one of the app's allowed origins.`);
  }
  const { returnTo } = caller;
  return {
    successUrl: success_url ?? returnTo?.success ?? undefined,
    cancelUrl: cancel_url ?? returnTo?.cancel ?? undefined,
  };
}
