import { Query, Req } from '@nestjs/common';
import { GetAction, type StaffRole, WireController, type WireRequest } from '@app/http';
import { FindObjectsQuery, TimelineQuery } from './explain.dto';
import { type ExplanationView, ExplanationsService } from './explanations.service';
import { storyObjectView, type StoryObjectView } from './story-entry.view';
import { StoryObjectsQueries, type StoryObjectRow } from './story-objects.queries';

const READ = {
  credentials: ['staff'],
  roles: ['support', 'finance', 'compliance'] as StaffRole[],
} as const;

interface StaffObjectView extends StoryObjectView {
  /** The account that it is of; null where only the service is part of it. */
  owner_id: string | null;
  owner: string | null;
}

interface StaffExplanationView extends ExplanationView {
  owner_id: string | null;
  /** Names of the accounts and members of staff in the answer, by their ids. */
  people: Record<string, string>;
}

/** `admin.php?section=explain`: any object by any of its names, and its story. */
@WireController('admin.php')
export class ExplainAdminController {
  constructor(
    private readonly explanations: ExplanationsService,
    private readonly objects: StoryObjectsQueries,
  ) {}

  @GetAction('explain/find', {
    ...READ,
    summary: 'Objects and accounts with this id, reference or e-mail address',
  })
  async find(
    @Req() request: WireRequest,
    @Query() { q }: FindObjectsQuery,
  ): Promise<{ data: StaffObjectView[] }> {
    const found = await this.objects.search(q.trim());
    const people = [...new Set(found.flatMap(({ parties }) => parties))];
    request.auditDetails = { subject: q.trim(), people };
    const names = await this.namesOf(people);
    return { data: found.map((row) => ({ ...storyObjectView(row), ...ownerIn(row, names) })) };
  }

  @GetAction('explain/timeline', {
    ...READ,
    summary: 'The story of one object, as staff or as its owner sees it',
    refusals: ['NOT_FOUND'],
  })
  async timeline(
    @Req() request: WireRequest,
    @Query() { id, cursor, as }: TimelineQuery,
  ): Promise<StaffExplanationView> {
    const asked = { cursor, withPostings: true };
    const whole = await this.explanations.explain(id, 'staff', asked);
    const { parties, mode, id: subject } = whole.main;
    const [ownerId] = parties;
    request.auditDetails = { subject, people: parties };
    const { view } =
      as === 'owner' && ownerId !== undefined
        ? await this.explanations.explain(id, { ownerId, mode }, asked)
        : whole;
    const staff = view.entries.flatMap(({ detail }) => (detail.staff_id as string | undefined) ?? []);
    return { ...view, owner_id: ownerId ?? null, people: await this.namesOf([...parties, ...staff]) };
  }

  private async namesOf(ids: readonly string[]): Promise<Record<string, string>> {
    if (ids.length === 0) return {};
    const found = await this.objects.byIds([...new Set(ids)], 'staff');
    const accounts = found.filter(({ type }) => type === 'account');
    return Object.fromEntries(accounts.map(({ id, title }) => [id, title ?? id]));
  }
}

function ownerIn({ parties: [id] }: StoryObjectRow, names: Record<string, string>) {
  return { owner_id: id ?? null, owner: (id && names[id]) ?? null };
}
