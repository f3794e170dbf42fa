export interface NoteView {
  id: string;
  object_id: string;
  staff_id: string;
  text: string;
  created_at: Date;
}

interface NoteFacts {
  id: string;
  objectId: string;
  staffId: string;
  text: string;
  createdAt: Date;
}

export function noteView({ id, objectId, staffId, text, createdAt }: NoteFacts): NoteView {
  return { id, object_id: objectId, staff_id: staffId, text, created_at: createdAt };
}
