import type { Mode } from '@app/kernel';
import type { ClientBase } from 'pg';
import type { SearchFacts } from './search-terms.policy';

/** An object with what it is found by. */
export interface SearchableObject extends SearchFacts {
  id: string;
  ownerId: string;
  mode: Mode;
  createdAt: Date;
}

/** Objects of one kind that owners search. A trigger of their table names new ones in `search_queue`. */
export interface SearchSource {
  readonly kind: string;
  /** The objects with these ids, as far as they are searched for. */
  read(ids: readonly string[], tx: ClientBase): Promise<SearchableObject[]>;
  /** The highest ids below `below`, the highest first. */
  idsBelow(below: string, limit: number, tx: ClientBase): Promise<string[]>;
}
