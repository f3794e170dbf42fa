import { Module } from '@nestjs/common';
import { AssetsController } from './assets.controller';
import { PageAssets } from './page-assets.service';

/** The built files of the pages, and the address they are served at. Needs the result of `npm run build`. */
@Module({ providers: [PageAssets], controllers: [AssetsController], exports: [PageAssets] })
export class PagesModule {}
