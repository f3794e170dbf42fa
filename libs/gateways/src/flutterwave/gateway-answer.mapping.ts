import { GatewayOutcomeUnknown } from '@app/charges';

/** The protocol's envelope, checked for shape. */
export interface GatewayEnvelope {
  status: 'success' | 'error';
  message: string;
  data: unknown;
  meta: unknown;
}

/** Reads a body as an envelope; `null` when it is anything else (a proxy's page, half an answer). */
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

/** The fields of an answer's object; none when it is not an object. */
export function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** A field that must be there as text (ids arrive as numbers); without it the answer proves nothing. */
export function textField(data: Record<string, unknown>, name: string): string {
  const value = data[name];
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  throw new GatewayOutcomeUnknown(`the gateway's answer lacks ${name}`);
}
