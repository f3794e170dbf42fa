import { Module } from '@nestjs/common';
import { DocsController } from './docs.controller';
import { LandingController } from './landing.controller';
import { SiteFilesService } from './site-files.service';

/** The documentation site, the page of the API reference and the landing page of a host. Needs `npm run build`. */
@Module({
  providers: [SiteFilesService],
  controllers: [DocsController, LandingController],
  exports: [SiteFilesService],
})
export class DocsModule {}
