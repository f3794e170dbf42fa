import type { HostName } from '@app/config';
import { ERROR_CODES, type ErrorCode } from '@app/kernel';
import { modeOf } from '../access/host';
import type { Route } from '../wire/action-registry';

const isFault = (code: string): boolean => ERROR_CODES[code as ErrorCode].statuses[0] >= 500;

/** The error codes of an action by range of status: those that follow from its policy, and those that it declares. */
export function refusalsOf(route: Route, host: HostName): { '4XX': string[]; '5XX': string[] } {
  const { policy } = route;
  const codes = [
    ...ofEveryAction(route),
    ...(policy.credentials.length > 0 ? ofCredentials(route, host) : []),
    ...(policy.refusals ?? []),
  ];
  const sorted = [...new Set(codes)].sort();
  return {
    '4XX': sorted.filter((code) => !isFault(code)),
    '5XX': sorted.filter((code) => isFault(code)),
  };
}

function ofEveryAction({ method, policy }: Route): string[] {
  return [
    'VALIDATION_ERROR',
    'RATE_LIMITED',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
    ...(method === 'GET' ? [] : ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'CONFLICT']),
    ...(policy.idempotent ? ['IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_IN_PROGRESS'] : []),
  ];
}

function ofCredentials({ method, policy }: Route, host: HostName): string[] {
  const { credentials, scope, accountType, pin, proof, sendsMoney, provedFor } = policy;
  const isOpenTo = (name: (typeof credentials)[number]) => credentials.includes(name);
  const isSending = sendsMoney && modeOf(host) !== 'test';
  const isForPeople = isOpenTo('session') || isOpenTo('staff');
  return [
    'UNAUTHENTICATED',
    'INVALID_API_KEY',
    // Which key works on which host.
    ...(host === 'sandbox' ? ['LIVE_KEY_FORBIDDEN'] : []),
    ...(host === 'checkout' || (host === 'business' && method !== 'GET') ? ['TEST_KEY_FORBIDDEN'] : []),
    ...(host !== 'sandbox' && method !== 'GET' ? ['KYB_REQUIRED'] : []),
    'IP_NOT_ALLOWED',
    // A person names one of their test apps in X-App.
    ...(host === 'sandbox' && isOpenTo('secret-key') ? ['FORBIDDEN', 'NOT_FOUND'] : []),
    ...(host === 'app' || !isOpenTo('secret-key') ? ['SESSION_REQUIRED'] : []),
    'TOKEN_EXPIRED',
    ...(isForPeople || isOpenTo('public-key') ? ['FORBIDDEN'] : []),
    ...(accountType ? ['ACCOUNT_TYPE_FORBIDDEN'] : []),
    ...(scope && isOpenTo('secret-key') ? ['SCOPE_MISSING'] : []),
    ...(proof ? ['TOTP_REQUIRED'] : []),
    ...(isSending || provedFor ? ['KYC_REQUIRED'] : []),
    // What is owed for chargebacks is collected first.
    ...(isSending ? ['INVALID_STATE'] : []),
    ...(pin && isForPeople ? ['INVALID_PIN', 'PIN_LOCKED', 'PIN_NOT_SET'] : []),
  ];
}
