import { publicEventNamed } from './catalogue';

/** The id of the event's object, in a form valid for a header; null where its data has none. */
export function subjectOf(event: string, data: object): string | null {
  const id = publicEventNamed(event)?.subjectIn(data);
  return typeof id === 'string' && /^[\x21-\x7e]{1,200}$/.test(id) ? id : null;
}
