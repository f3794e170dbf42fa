import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { isSameOrigin, type WireRequest } from '@app/http';
import { notOwnPage } from './console-session.errors';

/** Admits JSON of pages of this host only: the cookie is a credential that browsers send by themselves. */
@Injectable()
export class OwnPagesGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<WireRequest>();
    // No form of another site sends DELETE, which needs no body.
    const isJson =
      request.method === 'DELETE' || /^application\/json\b/i.test(request.headers['content-type'] ?? '');
    if (!isJson || !isSameOrigin(request)) throw notOwnPage();
    return true;
  }
}
