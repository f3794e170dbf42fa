import { Query, Req, StreamableFile } from '@nestjs/common';
import { By, endOfDateText, GetAction, type UserCaller, WireController, type WireRequest } from '@app/http';
import { invalid } from '@app/kernel';
import { AuditEntriesQueries, type AuditFilter, MAX_LISTED } from './audit-entries.queries';
import { AuditExportService } from './audit-export.service';
import { AuditFilterDto, ListAuditDto } from './audit.dto';
import { visibleStaff } from './audit-visibility.policy';

/** `admin.php?section=audit`: what staff did. */
@WireController('admin.php')
export class AuditController {
  constructor(
    private readonly entries: AuditEntriesQueries,
    private readonly exports: AuditExportService,
  ) {}

  @GetAction('audit/list', {
    summary: 'Audit entries, newest first; of all staff for compliance, of oneself for others',
    credentials: ['staff'],
    roles: ['support', 'finance', 'compliance'],
  })
  async list(@By() caller: UserCaller, @Query() query: ListAuditDto, @Req() request: WireRequest) {
    const { page = 1, per_page, cursor } = query;
    if (page * per_page > MAX_LISTED)
      throw invalid('page', `page ends at the ${MAX_LISTED}th entry; earlier ones are read with cursor.`);
    const filter = filterOf(caller, query);
    const found = await this.entries.list(filter, query);
    request.auditDetails = { after: { ...filter, page, cursor } };
    return found;
  }

  @GetAction('audit/export', {
    summary: 'Audit entries as CSV, oldest first, at most 100,000',
    credentials: ['staff'],
    roles: ['compliance'],
    rate: 'export',
    proof: 'recent',
    produces: ['text/csv'],
    refusals: ['LIMIT_REACHED'],
  })
  async export(
    @By() caller: UserCaller,
    @Query() query: AuditFilterDto,
    @Req() request: WireRequest,
  ): Promise<StreamableFile> {
    const csv = await this.exports.start(request, filterOf(caller, query));
    return new StreamableFile(csv, {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="audit.csv"',
    });
  }
}

function filterOf(
  caller: UserCaller,
  { staff_id, entry_action, subject, from, to }: AuditFilterDto,
): AuditFilter {
  const filter = {
    staffId: visibleStaff(caller, staff_id?.toLowerCase() ?? null),
    action: entry_action ?? null,
    subject: subject ?? null,
    from: from ? new Date(from) : null,
    to: to ? endOfDateText(to) : null,
  };
  if (filter.from && filter.to && filter.from > filter.to)
    throw invalid('from', 'from must not be after to.');
  return filter;
}
