import { GatewayOutcomeUnknown } from '@app/charges';

/** The envelope of the protocol, with its shape checked. */
export interface GatewayEnvelope {
  status: 'success' | 'error';
  message: string;
  data: unknown;
  meta: unknown;
}

/** Reads a body as an envelope; null if it is something else, e.g. a proxy's page or a truncated response. */
export function parseEnvelope(body: string): GatewayEnvelope | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return null;
  }
  const { status, message, data, meta } = fields(parsed);
  if (status !== 'success' && status !== 'error') return null;
  return { status, message: typeof message === 'string' ? message : '', data, meta };
}

/** The fields of the response's object; none if it is not an object. */
export function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** A required field as text (ids may be numbers). Throws without it, because the response is then no evidence. */
export function textField(data: Record<string, unknown>, name: string): string {
  const value = data[name];
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  throw new GatewayOutcomeUnknown(`the gateway's answer lacks ${name}`);
}
