import { Module } from '@nestjs/common';
import { IndexTerms } from './jobs/index-terms';
import { SearchPlacesService } from './search-places.service';
import { SearchTermsStore } from './search-terms.store';
import { SearchedListsService } from './searched-lists.service';

/** Terms by which owners find their objects. */
@Module({
  providers: [IndexTerms, SearchedListsService, SearchPlacesService, SearchTermsStore],
  exports: [IndexTerms, SearchedListsService, SearchPlacesService],
})
export class SearchModule {}
