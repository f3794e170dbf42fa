import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ERROR_CODES, type ErrorCode } from '@app/kernel';

const PAGE = path.resolve(__dirname, '../../docs/reference/errors.md');
let anchors: ReadonlySet<string> | undefined;

/** The anchors of the page that `doc_url` leads to. */
const anchorsOf = (page: string) => new Set([...page.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!));

/**
 * What the documentation does not say of an error response of the product: its code, its status with this code, or the
 * section that its `doc_url` names. Null for other responses.
 */
export function errorFault(status: number, body: unknown): string | null {
  const { success, error_code: code, doc_url: url } = (body ?? {}) as Record<string, unknown>;
  if (success !== false) return null;
  const statuses: readonly number[] | undefined = ERROR_CODES[code as ErrorCode]?.statuses;
  if (!statuses?.includes(status))
    return `the table of error codes has no ${String(code)} with status ${status}`;
  anchors ??= anchorsOf(readFileSync(PAGE, 'utf8'));
  const [address, anchor] = String(url).split('#');
  const isDocumented = address!.endsWith('/docs/errors') && anchor === code && anchors.has(anchor);
  return isDocumented ? null : `doc_url of ${String(code)} names no section of errors.md: ${String(url)}`;
}
