import { Injectable } from '@nestjs/common';
import type { WireRequest } from '@app/http';
import type { ErrorKind } from '@app/kernel';
import { type PageContext, RefusalPageFilter, troublePage } from '@app/pages';
import { noEscrowPage, refusedFormPage } from './portal.page';

/** Errors of the form itself, not of the action it requests. */
const UNREADABLE: ReadonlySet<ErrorKind> = new Set(['invalid', 'too-large', 'unsupported-media']);

/** Refusals of the escrow portal. The page of a refused form links back to the escrow. */
@Injectable()
export class PortalErrorFilter extends RefusalPageFilter {
  protected readonly below = '/escrow/';

  protected render(kind: ErrorKind, page: PageContext, { params }: WireRequest): string {
    const { token } = params as { token?: string };
    const path = token && `/escrow/${encodeURIComponent(token)}`;
    if (path && UNREADABLE.has(kind)) return refusedFormPage('unread', { ...page, path });
    if (path && kind === 'forbidden') return refusedFormPage('not-now', { ...page, path });
    if (kind === 'not-found') return noEscrowPage({ ...page, path });
    return troublePage(kind, { ...page, path });
  }
}
