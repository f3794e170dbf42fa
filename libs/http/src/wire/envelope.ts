import type { DomainError } from '@app/kernel';
import { Page } from './page';
import { STATUS_OF } from './status';

export type Variant = 'A' | 'B';

/** `session.php` uses Variant B, all other files Variant A. */
export function variantOf(url: string): Variant {
  return url.startsWith('/api/session.php') ? 'B' : 'A';
}

/** Variant A puts a result's fields beside `success`, Variant B puts the result in `data`. */
export function successBody(variant: Variant, result: unknown, message = 'OK'): object {
  if (variant === 'B') return { success: true, message, data: result ?? null };
  if (Array.isArray(result) || result instanceof Page) return { success: true, data: result };
  return { success: true, ...(result as object | undefined) };
}

export function errorStatus(variant: Variant, error: DomainError): number {
  if (variant === 'B' && error.code === 'VALIDATION_ERROR') return 422;
  return STATUS_OF[error.kind];
}
