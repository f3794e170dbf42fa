import type { Provider } from '@nestjs/common';
import { ExpireSessions } from '@app/checkout';
import { NotifyOfDeadlines } from '@app/escrow';
import { MarkOverdueInvoices, RemindOfInvoices } from '@app/invoices';
import { BillSubscriptions, ChargeCards, FailUnpaidInvoices } from '@app/subscriptions';
import { SPACE_SOURCES, SpaceDeliveries, type SpaceSource } from '@app/test-clock';
import { AppDeliveries } from '@app/webhooks';

/** What falls due in business time, in the order in which an advance of a test clock works on items of one time. */
export const spaceSources: Provider[] = [
  {
    provide: SPACE_SOURCES,
    inject: [
      ...[ExpireSessions, FailUnpaidInvoices, BillSubscriptions, ChargeCards],
      ...[MarkOverdueInvoices, RemindOfInvoices, NotifyOfDeadlines, AppDeliveries],
    ],
    useFactory: (...sources: SpaceSource[]) => sources,
  },
  { provide: SpaceDeliveries, useExisting: AppDeliveries },
];
