import { normalCode } from '../validation/normal';

/** A file of actions, and behind it the names of the path form: an action, or a section and an action. */
const WIRE_PATH = /^(\/api\/[a-z0-9-]+\.php)((?:\/[a-z0-9-]{1,40}){0,2})$/;
/** A URL with one action and no other parameter, which most requests have. */
const PLAIN_ACTION = /^(\/api\/[a-z0-9-]+\.php)\?action=([a-z0-9-]{1,40})$/;
const NAME = /^[a-z0-9-]{1,40}$/;
/** Pages with a token. The token is the only path segment that may contain encoded characters. */
const PAGE = /^(\/(?:pay|link|invoice|escrow|challenge|subscription)\/)([^/]+)((?:\/[^%]*)?)$/;

/** Former address of checkout.js, the only path below /api/ that is not a file of actions. */
const OLD_SCRIPT = '/api/v1/checkout.js';

/** Rewritten path of requests with a malformed path, action or section. No route has it. */
export const MALFORMED = '!malformed';

/** The start of a request's target in absolute form, as clients send it to proxies. */
const ORIGIN = /^https?:\/\/[^/?#@]+(?=[/?]|$)/i;

/** The target of a request without scheme and host, which every server has to accept. */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = target.replace(ORIGIN, '');
  return rest === target || rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Rewrites `/api/wallet.php?action=transfer&x=1` to `/api/wallet.php/transfer?x=1` before routing, and
 * `?section=apps&action=create` to `/apps/create`. Clients may send the rewritten form too, without either in the query.
 */
export function rewriteWirePath(url: string): string {
  const plain = PLAIN_ACTION.exec(url);
  if (plain) return `${plain[1]}/${plain[2]}`;
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  if (!path.startsWith('/api/') || path === OLD_SCRIPT) {
    const plain = plainPath(path);
    return plain === null ? `/${MALFORMED}` : plain + url.slice(path.length);
  }
  const [, file, names] = WIRE_PATH.exec(path) ?? [];
  if (!file) return '/api/!unknown-file';
  if (mark === -1) return path;

  const query = new URLSearchParams(url.slice(mark + 1));
  const inner: string[] = [];
  for (const name of ['section', 'action']) {
    const values = query.getAll(name);
    if (values.length === 0) continue;
    const value = normalCode(values[0]) as string;
    if (names || values.length > 1 || !NAME.test(value)) return `${file}/${MALFORMED}`;
    inner.push(value);
    // A section without an action means its list.
    if (name === 'section' && !query.has('action')) inner.push('list');
    query.delete(name);
  }
  const rest = query.toString();
  return [path, ...inner].join('/') + (rest ? `?${rest}` : '');
}

/**
 * The path that the router matches as it is written, with the token of a page in its normal form; null where there is none.
 * The router decodes paths and accepts whole URLs; either would give an action further addresses.
 */
function plainPath(path: string): string | null {
  if (!path.startsWith('/')) return null;
  if (!path.includes('%')) return path;
  const [, folder, token, rest] = PAGE.exec(path) ?? [];
  if (token === undefined) return null;
  try {
    const text = normalCode(decodeURIComponent(token)) as string;
    return text === '' ? path : `${folder}${encodeURIComponent(text)}${rest}`;
  } catch {
    return null;
  }
}

/** The public form of a rewritten path, for documentation and messages. */
export function publicPath(innerPath: string): string {
  const [, file, ...names] = /^(\/api\/[a-z0-9-]+\.php)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(innerPath) ?? [];
  if (!file) return innerPath;
  const [first, second] = names.filter(Boolean);
  if (second) return `${file}?section=${first}&action=${second}`;
  return first ? `${file}?action=${first}` : file;
}
