import { Bool, HttpUrl, Matching } from '@app/http';

/** What every request with a public key says of the page that sends it. */
export class PublicPageBody {
  @HttpUrl({ optional: true, description: 'On one of the allowed origins, where the app names any' })
  success_url?: string;

  @HttpUrl({ optional: true, description: 'On one of the allowed origins, where the app names any' })
  cancel_url?: string;

  @Bool({
    optional: true,
    description:
      'The page that sends this shows the payment page in a frame: refused where its origin cannot',
  })
  embed?: boolean;

  @Matching(/^(pk|ck_pub)_[0-9A-Za-z_]{1,60}$/, 'must be a public key', {
    optional: true,
    description: 'In place of X-API-Key',
  })
  public_key?: string;
}
