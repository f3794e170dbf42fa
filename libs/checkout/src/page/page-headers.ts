export interface PageSecurity {
  nonce: string;
  /** Pages that may hold this one in a frame; none where empty. */
  embedOrigins: readonly string[];
  isHttps: boolean;
  /** Whether it sends forms to where it came from. */
  hasForms?: boolean;
}

/**
 * Nothing from elsewhere, no frame but those the merchant has named, no address handed on; scripts and style are those
 * of this answer.
 */
export function pageHeaders({
  nonce,
  embedOrigins,
  isHttps,
  hasForms,
}: PageSecurity): Record<string, string> {
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `connect-src 'self'`,
    `img-src data:`,
    `base-uri 'none'`,
    `form-action ${hasForms ? `'self'` : `'none'`}`,
    `frame-ancestors ${embedOrigins.length === 0 ? `'none'` : embedOrigins.join(' ')}`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    // The older header knows no list: where frames are allowed, the policy above alone says which.
    ...(embedOrigins.length === 0 && { 'x-frame-options': 'DENY' }),
    ...(isHttps && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), clipboard-write=(self)',
    'cross-origin-opener-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    vary: 'accept-language',
  };
}
