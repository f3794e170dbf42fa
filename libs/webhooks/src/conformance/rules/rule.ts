import type { ConformanceClientService } from '../conformance-client.service';
import type { Exchange, Verdict } from '../report.view';

/** One requirement for endpoints, and how it is checked. */
export interface Rule {
  readonly name: string;
  readonly sent: string;
  readonly why: string;
  readonly fix: string;
  examine(line: ConformanceClientService): Promise<Verdict>;
}

export const passed = (finding: string): Verdict => ({ passed: true, finding });
export const failed = (finding: string): Verdict => ({ passed: false, finding });
export const unseen = (finding: string): Verdict => ({ passed: null, finding });

export function isAccepted({ status }: Exchange): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Passes when all exchanges were answered 2xx. */
export function allAccepted(exchanges: readonly Exchange[]): Verdict {
  const refused = exchanges.filter((exchange) => !isAccepted(exchange));
  return refused.length === 0 ? passed('Answered 2xx.') : failed(refused.map(tell).join(' '));
}

/** Passes when no exchange was answered 2xx. */
export function noneAccepted(exchanges: readonly Exchange[]): Verdict {
  const accepted = exchanges.filter(isAccepted);
  return accepted.length === 0 ? passed('Refused.') : failed(accepted.map(tell).join(' '));
}

function tell({ request, status, error }: Exchange): string {
  return `${request}: ${status === null ? (error ?? 'no answer') : `answered ${status}`}.`;
}
