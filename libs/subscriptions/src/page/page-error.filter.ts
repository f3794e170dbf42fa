import { Injectable } from '@nestjs/common';
import type { WireRequest } from '@app/http';
import type { ErrorKind } from '@app/kernel';
import { type PageContext, RefusalPageFilter, troublePage } from '@app/pages';
import { noSubscriptionPage, refusedFormPage } from './subscription.page';

/** Errors of a form, after which its page is the way on. */
const OF_FORM: ReadonlySet<ErrorKind> = new Set(['invalid', 'conflict', 'too-large', 'unsupported-media']);

/** Refusals of the page of a subscription. */
@Injectable()
export class SubscriptionPageErrorFilter extends RefusalPageFilter {
  protected readonly below = '/subscription/';

  protected render(kind: ErrorKind, page: PageContext, { params }: WireRequest): string {
    const { token } = params as { token?: string };
    const path = token && `/subscription/${encodeURIComponent(token)}`;
    if (kind === 'not-found') return noSubscriptionPage({ ...page, path });
    if (path && OF_FORM.has(kind)) return refusedFormPage({ ...page, path });
    return troublePage(kind, { ...page, path });
  }
}
