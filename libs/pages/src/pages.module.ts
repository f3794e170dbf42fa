import { Module } from '@nestjs/common';
import { AssetsController } from './assets.controller';
import { PageAssets } from './page-assets.service';
import { PageReplies } from './page-replies.service';

/** The built files of the pages, and the address they are served at. Needs the result of `npm run build`. */
@Module({
  providers: [PageAssets, PageReplies],
  controllers: [AssetsController],
  exports: [PageAssets, PageReplies],
})
export class PagesModule {}
