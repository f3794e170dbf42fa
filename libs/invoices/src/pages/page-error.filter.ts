import { Injectable } from '@nestjs/common';
import { isPayeeUnavailable } from '@app/checkout';
import type { WireRequest } from '@app/http';
import type { ErrorKind } from '@app/kernel';
import { type PageContext, RefusalPageFilter, troublePage } from '@app/pages';
import { noInvoicePage, refusedPaymentPage } from './invoice.page';
import { unavailablePage } from './refused-form.page';
import { closedLinkPage, noLinkPage, notOpenPage, refusedLinkPage } from './link.page';

/** Errors of a form, after which its page is the way on. */
const OF_FORM: ReadonlySet<ErrorKind> = new Set(['invalid', 'conflict', 'too-large', 'unsupported-media']);

/** Refusals of the page of an invoice. */
@Injectable()
export class InvoicePageErrorFilter extends RefusalPageFilter {
  protected readonly below = '/invoice/';

  protected render(kind: ErrorKind, page: PageContext, { params }: WireRequest, thrown: unknown): string {
    const { token } = params as { token?: string };
    const path = token && `/invoice/${encodeURIComponent(token)}`;
    if (isPayeeUnavailable(thrown)) return unavailablePage({ ...page, path });
    if (kind === 'not-found') return noInvoicePage({ ...page, path });
    if (kind === 'forbidden') return notOpenPage({ ...page, path });
    if (path && OF_FORM.has(kind)) return refusedPaymentPage({ ...page, path });
    return troublePage(kind, { ...page, path });
  }
}

/** Refusals of the page of a payment link. */
@Injectable()
export class LinkPageErrorFilter extends RefusalPageFilter {
  protected readonly below = '/link/';

  protected render(kind: ErrorKind, page: PageContext, { params }: WireRequest, thrown: unknown): string {
    const { code } = params as { code?: string };
    const path = code && `/link/${encodeURIComponent(code)}`;
    if (isPayeeUnavailable(thrown)) return unavailablePage({ ...page, path });
    if (kind === 'not-found') return noLinkPage({ ...page, path });
    if (kind === 'gone') return closedLinkPage({ ...page, path });
    if (kind === 'forbidden') return notOpenPage({ ...page, path });
    if (path && OF_FORM.has(kind)) return refusedLinkPage({ ...page, path });
    return troublePage(kind, { ...page, path });
  }
}
