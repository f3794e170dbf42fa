import { Body, Query, Req } from '@nestjs/common';
import {
  By,
  Context,
  GetAction,
  PostAction,
  type StaffRole,
  type UserCaller,
  WireController,
  type WireRequest,
} from '@app/http';
import { Commands, type RequestContext } from '@app/write-path';
import { AddNote } from './commands/add-note';
import { noteView } from './note.view';
import { AddNoteDto, ListNotesQuery } from './notes.dto';
import { NotesQueries } from './notes.queries';

const STAFF = {
  credentials: ['staff'],
  roles: ['support', 'finance', 'compliance'] as StaffRole[],
} as const;

/** `admin.php?section=notes`: what staff write about objects for each other. */
@WireController('admin.php')
export class NotesAdminController {
  constructor(
    private readonly notes: NotesQueries,
    private readonly commands: Commands,
  ) {}

  @GetAction('notes/list', { ...STAFF, summary: 'Notes about an object, newest first' })
  list(@Req() request: WireRequest, @Query() query: ListNotesQuery) {
    request.auditDetails = { subject: query.object_id };
    return this.notes.list(query.object_id, query);
  }

  @PostAction('notes/add', {
    ...STAFF,
    summary: 'Write a note about an object; it cannot be changed',
    idempotent: true,
    refusals: ['NOT_FOUND'],
  })
  add(@By() caller: UserCaller, @Context() context: RequestContext, @Body() body: AddNoteDto) {
    const command = new AddNote(caller.userId, body.object_id, body.text);
    return this.commands.answer(context, command, (note) => ({ note: noteView(note) }));
  }
}
