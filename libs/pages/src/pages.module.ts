import { Module } from '@nestjs/common';
import { AssetsController } from './assets.controller';
import { PageAssetsService } from './page-assets.service';
import { PageRepliesService } from './page-replies.service';

/** The built files of the pages, and the address they are served at. Needs the result of `npm run build`. */
@Module({
  providers: [PageAssetsService, PageRepliesService],
  controllers: [AssetsController],
  exports: [PageAssetsService, PageRepliesService],
})
export class PagesModule {}
