import { documentHeaders } from '@app/pages';

/** Assets have the hash of their content in their name. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Pages are asked for again each time, and sent again only if they changed. */
export const REVALIDATED = 'no-cache';

const OWN_FILES = {
  'script-src': `'self'`,
  'img-src': `'self' data:`,
  'connect-src': `'self'`,
  'base-uri': `'none'`,
  'form-action': `'none'`,
  'frame-ancestors': `'none'`,
};
const SITE = {
  ...OWN_FILES,
  'style-src': `'self'`,
  'require-trusted-types-for': `'script'`,
  'trusted-types': `'none'`,
};
const REFERENCES = ['/docs/reference', '/docs/operate/reference'];
/** The element of a reference writes styles into its page, which shows nothing but our own document. */
const REFERENCE = { ...OWN_FILES, 'style-src': `'self' 'unsafe-inline'` };

/** The headers of the page at this address. It loads files of its own host only. */
export const pageHeadersOf = (address: string): Record<string, string> => ({
  ...documentHeaders(REFERENCES.includes(address) ? REFERENCE : SITE),
  'x-frame-options': 'DENY',
});
