import { Code, Lines, PagedQuery } from '@app/http';

const OBJECT = 'The id of the object, as `explain` answers it';

export class ListNotesQuery extends PagedQuery {
  @Code({ max: 200, description: OBJECT }) object_id: string;
}

export class AddNoteDto {
  @Code({ max: 200, description: OBJECT }) object_id: string;
  @Lines({ max: 2000, description: 'Only staff see it' }) text: string;
}
