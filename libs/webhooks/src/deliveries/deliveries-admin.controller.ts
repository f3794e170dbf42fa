import { Query, Req } from '@nestjs/common';
import { endOfDateText, GetAction, type Page, WireController, type WireRequest } from '@app/http';
import { addSeconds, Clock, invalid } from '@app/kernel';
import { ListDeliveriesDto } from './deliveries-admin.dto';
import { DeliveriesAdminQueries, type DeliveryRow } from './deliveries-admin.queries';

const DAY = 86_400;

/** `admin.php?section=deliveries`: webhooks of all apps. */
@WireController('admin.php')
export class DeliveriesAdminController {
  constructor(
    private readonly deliveries: DeliveriesAdminQueries,
    private readonly clock: Clock,
  ) {}

  @GetAction('deliveries/list', {
    summary: 'Webhook deliveries of all apps, newest first',
    credentials: ['staff'],
    roles: ['support', 'finance'],
  })
  async list(@Query() query: ListDeliveriesDto, @Req() request: WireRequest): Promise<Page<DeliveryRow>> {
    const to = query.to ? endOfDateText(query.to) : this.clock.now();
    const from = query.from ? new Date(query.from) : addSeconds(to, -DAY);
    if (from > to) throw invalid('from', 'from must not be after to.');
    const filter = {
      status: query.status ?? null,
      event: query.event ?? null,
      appId: query.app_id ?? null,
      endpointId: query.webhook_id ?? null,
      from,
      to,
    };
    const page = await this.deliveries.list(filter, query);
    request.auditDetails = { after: filter };
    return page;
  }
}
