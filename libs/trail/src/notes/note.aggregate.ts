import { Aggregate, uuidv7 } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a member of staff wrote about an object, for other staff. It is never changed. */
@Entity('notes')
export class Note extends Aggregate {
  @PrimaryColumn('uuid') id: string;
  @Column('int') override version = 0;
  @Column('text', { name: 'object_id' }) objectId: string;
  @Column('uuid', { name: 'staff_id' }) staffId: string;
  @Column('text') text: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;

  static write({ objectId, staffId, text }: Pick<Note, 'objectId' | 'staffId' | 'text'>, now: Date): Note {
    const note = new Note();
    note.id = uuidv7(now);
    note.objectId = objectId;
    note.staffId = staffId;
    note.text = text;
    note.createdAt = now;
    return note;
  }
}
