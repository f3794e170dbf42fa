import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, notFound } from '@app/kernel';
import { UnitOfWork } from '@app/write-path';
import { StoryObjectsQueries } from '../../stories/story-objects.queries';
import { Note } from '../note.aggregate';
import { NoteRepository } from '../note.repository';

/** Keeps a note of a member of staff about any object. NOT_FOUND where there is none with this id. */
export class AddNote extends Command<Note> {
  constructor(
    readonly staffId: string,
    readonly objectId: string,
    readonly text: string,
  ) {
    super();
  }
}

@CommandHandler(AddNote)
export class AddNoteHandler implements ICommandHandler<AddNote> {
  constructor(
    private readonly objects: StoryObjectsQueries,
    private readonly notes: NoteRepository,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute({ staffId, objectId, text }: AddNote): Promise<Note> {
    const [object] = await this.objects.byIds([objectId], 'staff');
    if (!object) throw notFound('Object');
    const note = Note.write({ objectId: object.id, staffId, text }, this.clock.now());
    this.notes.add(note);
    this.unit.audit({ subject: object.id, after: { note: note.id } });
    return note;
  }
}
