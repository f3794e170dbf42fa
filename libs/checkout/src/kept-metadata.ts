import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { Metadata, type WireRequest } from '@app/http';
import { Transform, type TransformFnParams } from 'class-transformer';

/** Shows nothing of what it holds to code that walks through objects. */
class Sealed {
  readonly #value: object;

  constructor(value: object) {
    this.#value = value;
  }

  open(): object {
    return this.#value;
  }
}

/**
 * Takes a body's metadata past Nest's validation pipe as it came: the pipe removes keys such as "constructor" from
 * every object it sees. Goes with `KeptMetadata` on the field.
 */
@Injectable()
export class KeepMetadata implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const { body } = context.switchToHttp().getRequest<WireRequest>();
    if (typeof body.metadata === 'object' && body.metadata !== null)
      body.metadata = new Sealed(body.metadata);
    return next.handle();
  }
}

/** The caller's own data, checked and echoed exactly as given. */
export const KeptMetadata = (): PropertyDecorator =>
  applyDecorators(
    // Of several transformations of a field the one registered first runs last.
    Transform(({ obj, key }: TransformFnParams) => {
      const value = (obj as Record<string, unknown>)[key];
      return value instanceof Sealed ? value.open() : value;
    }),
    Metadata(),
  );
