const WIRE_FILE = /^\/api\/([a-z0-9-]+\.php)$/;
/** Nearly every request: one action and nothing else. */
const PLAIN_ACTION = /^(\/api\/[a-z0-9-]+\.php)\?action=([a-z0-9-]{1,40})$/;
const NAME = /^[a-z0-9-]{1,40}$/;
/** Pages, with the token that opens them: the one segment of any address that may hold encoded characters. */
const PAGE = /^\/(?:pay|link|invoice|escrow|challenge)\/[^/]+(?:\/[^%]*)?$/;

/** The one address below /api/ that is no file of actions: where checkout.js used to be. */
const OLD_SCRIPT = '/api/v1/checkout.js';

/** Inner path of requests whose address, action or section is malformed; no route has it. */
export const MALFORMED = '!malformed';

/**
 * Rewrites `/api/wallet.php?action=transfer&x=1` to `/api/wallet.php/transfer?x=1` before routing, and
 * `?section=apps&action=create` to `/apps/create`. The inner form is not reachable from outside.
 */
export function rewriteWirePath(url: string): string {
  const plain = PLAIN_ACTION.exec(url);
  if (plain) return `${plain[1]}/${plain[2]}`;
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  if (!path.startsWith('/api/') || path === OLD_SCRIPT) return isPlain(path) ? url : `/${MALFORMED}`;
  const file = WIRE_FILE.exec(path)?.[1];
  if (!file) return '/api/!unknown-file';
  if (mark === -1) return path;

  const query = new URLSearchParams(url.slice(mark + 1));
  const inner: string[] = [];
  for (const name of ['section', 'action']) {
    const values = query.getAll(name);
    if (values.length === 0) continue;
    if (values.length > 1 || !NAME.test(values[0]!)) return `${path}/${MALFORMED}`;
    inner.push(values[0]!);
    // A section by itself asks for its list.
    if (name === 'section' && !query.has('action')) inner.push('list');
    query.delete(name);
  }
  const rest = query.toString();
  return [path, ...inner].join('/') + (rest ? `?${rest}` : '');
}

/**
 * Whether the router will match the path as it is written here. It decodes first, and takes whole URLs, either of which
 * would be another way to the inner form.
 */
function isPlain(path: string): boolean {
  if (!path.startsWith('/')) return false;
  if (!path.includes('%')) return true;
  if (!PAGE.test(path)) return false;
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

/** The public form of an inner path, for documentation and messages. */
export function publicPath(innerPath: string): string {
  const [, file, ...names] = /^(\/api\/[a-z0-9-]+\.php)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(innerPath) ?? [];
  if (!file) return innerPath;
  const [first, second] = names.filter(Boolean);
  if (second) return `${file}?section=${first}&action=${second}`;
  return first ? `${file}?action=${first}` : file;
}
