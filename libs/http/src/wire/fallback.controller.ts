import { All, Controller, Req } from '@nestjs/common';
import { DomainError, notFound } from '@app/kernel';
import { WithPolicy } from '../access/policy';
import { ActionRegistry } from './action-registry';
import { MALFORMED, publicPath } from './wire-path';
import type { WireRequest } from './request';

/** Refuses unknown files, unknown actions, and wrong methods of known ones. */
@Controller()
export class FallbackController {
  constructor(private readonly registry: ActionRegistry) {}

  @All('*')
  @WithPolicy({ summary: 'Unknown address', credentials: [], hidden: true, unserved: true })
  refuse(@Req() request: WireRequest): never {
    const path = request.url.split('?')[0]!;
    const [, file] = /^(\/api\/[a-z0-9-]+\.php)(\/|$)/.exec(path) ?? [];
    if (!file || !this.registry.hasFile(file)) {
      const methods = this.registry.methodsOf(path);
      throw methods.length > 0 ? wrongMethod(path, request.method, methods) : notFound('Address');
    }
    const methods = this.registry.methodsOf(path);
    if (methods.length > 0) throw wrongMethod(publicPath(path), request.method, methods);
    throw path.endsWith(`/${MALFORMED}`)
      ? new DomainError(
          'invalid',
          'UNKNOWN_ACTION',
          'Send action (and section) once each, as lower-case names.',
        )
      : new DomainError(
          'invalid',
          'UNKNOWN_ACTION',
          `Unknown or missing action on ${file.slice('/api/'.length)}.`,
        );
  }
}

function wrongMethod(path: string, method: string, allowed: string[]): DomainError {
  const allow = [...new Set(allowed)].join(', ');
  return new DomainError(
    'invalid',
    'METHOD_NOT_SUPPORTED',
    `${path} does not take ${method}; use ${allow}.`,
    { allow },
  );
}
