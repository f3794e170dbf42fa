import { type FieldError, randomAlphanumeric, uuidv7 } from '@app/kernel';
import type { WebhookEvent } from '@app/merchants';
import { publicEventOf } from './catalogue';
import type { Field, Fields } from './fields';

/**
 * Sample data of the event, with new ids and times so that receivers do not take it for a duplicate, and
 * `is_sample: true`. Given values replace those of the example; see `sampleFaults`.
 */
export function sampleOf(event: WebhookEvent, given: Record<string, unknown>, now: Date) {
  return { ...madeUp(publicEventOf(event).fields, given, now), is_sample: true };
}

/** The errors in the values given for a sample: unknown fields and values of the wrong type. */
export function sampleFaults(event: WebhookEvent, given: Record<string, unknown>): FieldError[] {
  return faultsIn(publicEventOf(event).fields, given, 'data');
}

function madeUp(fields: Fields, given: Record<string, unknown>, now: Date): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (Object.hasOwn(given, name)) {
      const value = given[name];
      data[name] = field.fields && value ? madeUp(field.fields, value as never, now) : value;
    } else if (!field.sometimes) {
      data[name] = name === 'is_test' ? true : freshened(field, now);
    }
  }
  return data;
}

function freshened({ example, fresh, fields }: Field<unknown>, now: Date): unknown {
  if (fields) return madeUp(fields, {}, now);
  switch (fresh) {
    case 'uuid':
      return uuidv7(now);
    case 'code':
      return `${/^[a-z]+_[a-z]+_/.exec(String(example))?.[0] ?? ''}${randomAlphanumeric(22)}`;
    case 'time':
      return now.toISOString();
    case null:
      return example;
  }
}

function faultsIn(fields: Fields, given: Record<string, unknown>, path: string): FieldError[] {
  return Object.entries(given).flatMap(([name, value]): FieldError[] => {
    const place = `${path}.${name}`;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) {
      const known = Object.keys(fields).join(', ');
      return [
        {
          field: place,
          code: 'unknown_field',
          message: `${place} is no field of this event; it has ${known}.`,
        },
      ];
    }
    if (!field.holds(value))
      return [{ field: place, code: 'invalid_field', message: `${place} must be ${field.type}.` }];
    return field.fields && value ? faultsIn(field.fields, value as never, place) : [];
  });
}
