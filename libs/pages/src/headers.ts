/**
 * The headers of every HTML page: a content security policy that allows only what `directives` names, no
 * caching, no referrer, and no place in a search index.
 */
export function documentHeaders(directives: Record<string, string>): Record<string, string> {
  const policy = Object.entries({ 'default-src': `'none'`, ...directives });
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.map(([name, sources]) => `${name} ${sources}`).join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  };
}

const SELF = `'self'`;

export interface PageSecurity {
  nonce: string;
  /** Sources of the policy whose pages may hold this one in a frame; none where empty. */
  embedOrigins?: readonly string[];
  /** Whether the page sends forms to its own origin. */
  hasForms?: boolean;
  /** Other origins that its scripts call. */
  connectTo?: readonly string[];
  /** Whether it shows pictures that its scripts have received. */
  showsFiles?: boolean;
}

/** The headers of a page that loads scripts and styles by the nonce of this response only. */
export function pageHeaders({
  nonce,
  embedOrigins = [],
  hasForms,
  connectTo = [],
  showsFiles,
}: PageSecurity): Record<string, string> {
  return {
    ...documentHeaders({
      'script-src': `'nonce-${nonce}'`,
      'style-src': `'nonce-${nonce}'`,
      'connect-src': [SELF, ...connectTo].join(' '),
      'img-src': `'self' data:${showsFiles ? ' blob:' : ''}`,
      'base-uri': `'none'`,
      'form-action': hasForms ? `'self'` : `'none'`,
      'frame-ancestors': embedOrigins.length === 0 ? `'none'` : embedOrigins.join(' '),
      'require-trusted-types-for': `'script'`,
      'trusted-types': `'none'`,
    }),
    // The older header has no list of origins: where other origins are allowed, only the policy names them.
    ...(embedOrigins.every((origin) => origin === SELF) && {
      'x-frame-options': embedOrigins.length === 0 ? 'DENY' : 'SAMEORIGIN',
    }),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), clipboard-write=(self)',
    'cross-origin-opener-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    vary: 'accept-language',
  };
}
