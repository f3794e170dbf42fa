import {
  type ArgumentMetadata,
  type PipeTransform,
  type ValidationError,
  ValidationPipe,
} from '@nestjs/common';
import { DomainError, type FieldError } from '@app/kernel';
import { readCompiled } from './compiled';
import { normalCode } from './normal';
import { declaredFields } from './sealed';

/** Maximum number of errors in one response, because each object of a long list may have several. */
const MAX_NAMED = 100;

/** Nest's ValidationPipe, with a faster path for valid input of compiled DTOs. */
class DtoPipe implements PipeTransform<unknown, unknown> {
  constructor(private readonly pipe: ValidationPipe) {}

  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    const { metatype, type } = metadata;
    if (type === 'custom') return value;
    // A part of the path, or one parameter of the query.
    if (typeof value === 'string') return normalCode(value);
    const given = type === 'query' ? withoutBlanks(value) : value;
    const dto = metatype && readCompiled(metatype, given);
    if (dto) return dto;
    const input = metatype ? declaredFields(metatype, given) : given;
    return this.pipe.transform(input, metadata);
  }
}

/** Parameters left blank are absent, as browsers send them for the empty fields of a form. */
function withoutBlanks(query: unknown): unknown {
  // A single parameter that is absent or repeated.
  if (typeof query !== 'object' || query === null || Array.isArray(query)) return query;
  return Object.fromEntries(Object.entries(query).filter(([, value]) => normalCode(value) !== ''));
}

/** Checks each DTO, drops unknown fields and names each error. It converts only what a field's decorator asks for. */
export function validationPipe(): PipeTransform<unknown, unknown> {
  const pipe = new ValidationPipe({
    transform: true,
    whitelist: true,
    stopAtFirstError: true,
    validationError: { target: false },
    exceptionFactory: (errors) => new InvalidFields(fieldErrors(errors).slice(0, MAX_NAMED)),
  });
  return new DtoPipe(pipe);
}

/** The fields of a request are not valid. */
export class InvalidFields extends DomainError {
  constructor(errors: FieldError[]) {
    const message = errors[0]?.message ?? 'The request is not valid.';
    super('invalid', 'VALIDATION_ERROR', message, { errors });
  }
}

/** Names nested fields by their full path. For fields in lists the message has the path too. */
function fieldErrors(errors: ValidationError[], path = ''): FieldError[] {
  return errors.flatMap(({ property, value, constraints = {}, children = [] }) => {
    const isPlace = path !== '' && /^\d+$/.test(property);
    const field = isPlace ? `${path}[${property}]` : path === '' ? property : `${path}.${property}`;
    return [
      ...Object.values(constraints).map((message) => ({
        field,
        code: value == null ? ('missing_field' as const) : ('invalid_field' as const),
        message:
          field.includes('[') && message.startsWith(`${property} `)
            ? `${field}${message.slice(property.length)}`
            : message,
      })),
      ...fieldErrors(children, field),
    ];
  });
}
