/** Headers of every answer below the board's address: no foreign content, no framing, no caching. */
export const BOARD_HEADERS = {
  'content-security-policy': [
    `default-src 'none'`,
    `script-src 'self'`,
    // The board sets styles of elements at run time.
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

export const HTML = 'text/html; charset=utf-8';

/** A short page. `content` is trusted HTML. */
export function boardPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <meta name="color-scheme" content="light dark" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
    <style>
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; }
      button { font: inherit; padding: 0.5rem 1.25rem; }
    </style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`;
}

/** The page asks for a click, because programs that preview links would use up the ticket. */
export function enterPage(ticket: string): string {
  const value = /^[\w-]{1,100}$/.test(ticket) ? ticket : '';
  return boardPage(
    'Queue board',
    `<form method="post" action="/admin/queues/enter">
        <input type="hidden" name="ticket" value="${value}" />
        <p>This link works once, for one minute. The board stays open for fifteen, or until you sign out.</p>
        <button autofocus>Open the board</button>
      </form>`,
  );
}

export const refusedPage = boardPage(
  'Not signed in',
  '<p>This link was used, is too old, or your staff session has ended. Ask for a new one with ' +
    '<code>admin.php?section=queues&amp;action=open</code>.</p>',
);

export const noRedisPage = boardPage(
  'No queues on Redis',
  '<p><code>REDIS_URL</code> is not set: wake-ups stay in each process or go through PostgreSQL, and there is nothing ' +
    'to show. <code>admin.php?section=queues</code> tells what is due.</p>',
);
