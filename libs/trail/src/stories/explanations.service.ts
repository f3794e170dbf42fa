import { Injectable } from '@nestjs/common';
import { Config } from '@app/config';
import { Place } from '@app/http';
import { addSeconds, Clock, notFound } from '@app/kernel';
import { PostingsQueries } from './postings.queries';
import { StoryEntriesQueries } from './story-entries.queries';
import {
  storyEntryView,
  type StoryEntryView,
  storyObjectView,
  type StoryObjectView,
} from './story-entry.view';
import { type StoryObjectRow, StoryObjectsQueries, type Viewer } from './story-objects.queries';
import type { EntryKind } from './story-source.port';
import { StorySourcesService } from './story-sources.service';
import { type StorySummary, summaryOf } from './story-summary.policy';

/** Entries that are not shown: those of a kind that is deleted after a time, or what is beyond the longest story. */
export interface StoryGap {
  source: string;
  /** Entries before this time are missing; null: those after the last one. */
  before: Date | null;
}

export interface ExplanationView {
  object: StoryObjectView;
  summary: StorySummary;
  /** By time; at most 500. */
  entries: StoryEntryView[];
  /** What it belongs to and what belongs to it, the newest first. */
  related: StoryObjectView[];
  gaps: StoryGap[];
  next_cursor: string | null;
}

export interface Explained {
  main: StoryObjectRow;
  view: ExplanationView;
}

interface Asked {
  cursor?: string;
  withPostings: boolean;
}

const PAGE = 500;
/** Of one kind of entries; a longer story is read in its parts. */
const MAX_ENTRIES = 5000;
const POSITION = /^\d+\.[a-z]+\.[^.]+$/;
const DAY_SECONDS = 24 * 3600;

/** Tells what happened to an object, from what all libs recorded of it. */
@Injectable()
export class ExplanationsService {
  constructor(
    private readonly objects: StoryObjectsQueries,
    private readonly entries: StoryEntriesQueries,
    private readonly postings: PostingsQueries,
    private readonly sources: StorySourcesService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Throws NOT_FOUND where the viewer sees no object with this id. */
  async explain(id: string, viewer: Viewer, { cursor, withPostings }: Asked): Promise<Explained> {
    const place = new Place(`explain ${id}`, { cursor, per_page: PAGE }, POSITION);
    const found = await this.objects.byIds([id], viewer);
    const first = found.find(({ type }) => type !== 'transaction') ?? found[0];
    if (!first) throw notFound('Object');
    const { main, relatives } = await this.around(first, viewer);
    const own = new Set([...main.names, main.key]);
    const shown = [main, ...relatives.filter(({ links }) => links.some((link) => own.has(link)))];
    const all = await this.entriesOf(shown, viewer, withPostings);
    const isAfter = all.findIndex((entry) => place.after?.join('.') === positionOf(entry).join('.'));
    const entries = all.slice(isAfter + 1, isAfter + 1 + PAGE);
    const isMore = isAfter + 1 + PAGE < all.length;
    const object = storyObjectView(main);
    const view = {
      object,
      summary: summaryOf(object, all),
      entries,
      related: relatives.map(storyObjectView),
      gaps: this.gapsOf(main, all.length),
      next_cursor: isMore ? place.cursorAt(positionOf(entries.at(-1)!)) : null,
    };
    return { main, view };
  }

  /** A journal is shown as the object that it is about, where the viewer sees that. */
  private async around(first: StoryObjectRow, viewer: Viewer) {
    const relatives = await this.objects.relatives([first], viewer);
    if (first.type !== 'transaction') return { main: first, relatives };
    const main = relatives.find((other) => first.links.some((link) => other.names.includes(link)));
    if (!main) return { main: first, relatives };
    return { main, relatives: await this.objects.relatives([main], viewer) };
  }

  private async entriesOf(
    objects: readonly StoryObjectRow[],
    viewer: Viewer,
    withPostings: boolean,
  ): Promise<StoryEntryView[]> {
    const limit = MAX_ENTRIES;
    const mode = objects[0]!.mode;
    const viewers =
      viewer === 'staff' ? [...new Set(objects.flatMap(({ parties }) => parties))] : [viewer.ownerId];
    const recorded = await this.entries.of(objects, viewers, { viewer, mode, limit });
    const booked = withPostings ? await this.postings.of(objects, viewer, limit) : [];
    const events = [...recorded, ...booked].flatMap(({ event_id: id }) => id ?? []);
    const caused = await this.entries.causedBy(events, viewers, viewer, limit);
    return [...recorded, ...booked, ...caused].map(storyEntryView).sort(byTime);
  }

  private gapsOf(main: StoryObjectRow, count: number): StoryGap[] {
    const now = this.clock.now();
    const purged = this.sources.all.flatMap(({ kept = [] }) =>
      kept
        .map(({ source, days }) => ({ source, before: addSeconds(now, -days(this.config) * DAY_SECONDS) }))
        .filter(({ before }) => main.at < before),
    );
    return count >= MAX_ENTRIES ? [...purged, { source: 'entries', before: null }] : purged;
  }
}

const positionOf = ({ at, kind, ids }: StoryEntryView): string[] => [String(at.getTime()), kind, ids.id];

/** Kinds of entries at one time, in the order in which one leads to the next. */
const KINDS: readonly EntryKind[] = [
  'request',
  'payment',
  'gateway',
  'posting',
  'event',
  'notice',
  'mail',
  'webhook',
  'staff',
  'note',
];

function byTime(a: StoryEntryView, b: StoryEntryView): number {
  return (
    a.at.getTime() - b.at.getTime() ||
    KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
    Number(b.name.endsWith('.created')) - Number(a.name.endsWith('.created')) ||
    compare(a.name, b.name) ||
    compare(a.ids.id, b.ids.id)
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
