import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GatewayExchangesStore } from './exchanges/gateway-exchanges.store';
import { PurgeGatewayExchanges } from './exchanges/jobs/purge-gateway-exchanges';
import { LinkJournals } from './journals/jobs/link-journals';
import { AddNoteHandler } from './notes/commands/add-note';
import { Note } from './notes/note.aggregate';
import { NoteRepository } from './notes/note.repository';
import { NotesAdminController } from './notes/notes-admin.controller';
import { NotesQueries } from './notes/notes.queries';
import { ExplainAdminController } from './stories/explain-admin.controller';
import { ExplainController } from './stories/explain.controller';
import { ExplanationsService } from './stories/explanations.service';
import { JOURNAL_STORY } from './stories/journal.story';
import { PostingsQueries } from './stories/postings.queries';
import { StoryEntriesQueries } from './stories/story-entries.queries';
import { StoryObjectsQueries } from './stories/story-objects.queries';
import type { StorySource } from './stories/story-source.port';
import { StorySourcesService } from './stories/story-sources.service';
import { TRAIL_STORY } from './trail.story';

/** Keeps the requests to payment companies, in every process that sends some. */
@Global()
@Module({ providers: [GatewayExchangesStore], exports: [GatewayExchangesStore] })
export class GatewayExchangesModule {}

/** Jobs of the scheduler. */
@Module({ providers: [LinkJournals, PurgeGatewayExchanges] })
export class TrailWorkerModule {}

/** Explains objects to their owners and, on the business host, to staff, from the sources of all libs. */
@Module({})
export class TrailModule {
  static with(sources: readonly StorySource[], { forStaff = false } = {}): DynamicModule {
    const all = [JOURNAL_STORY, TRAIL_STORY, ...sources];
    const stories = [
      { provide: StorySourcesService, useValue: new StorySourcesService(all) },
      StoryObjectsQueries,
      StoryEntriesQueries,
      PostingsQueries,
      ExplanationsService,
    ];
    if (!forStaff) return { module: TrailModule, controllers: [ExplainController], providers: stories };
    return {
      module: TrailModule,
      imports: [TypeOrmModule.forFeature([Note])],
      controllers: [ExplainController, ExplainAdminController, NotesAdminController],
      providers: [...stories, NoteRepository, NotesQueries, AddNoteHandler],
    };
  }
}
