import { invalid } from '@app/kernel';
import type { WireRequest } from './request';

export const DRY_RUN_HEADER = 'x-dry-run';

/** Whether the request is a dry run. Only idempotent actions have one. */
export function isDryRun({ headers, policy }: WireRequest): boolean {
  return policy?.idempotent === true && headers[DRY_RUN_HEADER] === 'true';
}

/** Throws for an unknown header value and for actions without a dry run, so that neither is executed for real. */
export function checkDryRun({ headers, method, policy }: WireRequest): void {
  const value = headers[DRY_RUN_HEADER];
  if (value === undefined || method === 'GET' || method === 'HEAD' || policy.unserved) return;
  if (value !== 'true') throw invalid('X-Dry-Run', 'X-Dry-Run takes no other value than true.');
  if (!policy.idempotent) throw invalid('X-Dry-Run', 'This action has no dry run; nothing was changed.');
}
