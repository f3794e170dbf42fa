import { Injectable } from '@nestjs/common';
import type { WireRequest } from '@app/http';
import type { ErrorKind } from '@app/kernel';
import type { PageMeans } from '../page/layout';
import { noPage } from '../page/pay-page';
import { RefusalPages } from '../page/refusal-pages';
import { refusedForm } from './escrow-page';

/** What is wrong with the form itself, not with what it asks for. */
const UNREAD: ReadonlySet<ErrorKind> = new Set(['invalid', 'too-large', 'unsupported-media']);

/** Refusals of the buyers' portal; those of a form lead back to it. */
@Injectable()
export class PortalErrorFilter extends RefusalPages {
  protected readonly below = '/escrow/';

  protected write(kind: ErrorKind, means: PageMeans, { params }: WireRequest): string {
    const { token } = params as { token?: string };
    const path = token && `/escrow/${encodeURIComponent(token)}`;
    if (path && UNREAD.has(kind)) return refusedForm('unread', { ...means, path });
    if (path && kind === 'forbidden') return refusedForm('not-now', { ...means, path });
    const why = kind === 'rate-limited' ? 'busy' : kind === 'not-found' ? 'portal.none' : 'fault';
    return noPage(why, { ...means, path });
  }
}
