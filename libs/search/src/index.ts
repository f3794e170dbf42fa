export { IndexTerms } from './jobs/index-terms';
export { SearchPlacesService } from './search-places.service';
export type { SearchableObject, SearchSource } from './search-source.port';
export { SearchModule } from './search.module';
export { type SearchedListing, SearchedListsService, type SearchLimits } from './searched-lists.service';
