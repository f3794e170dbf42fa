export * from './docs.module';
export { sitePage } from './site.page';
export { SiteFilesService } from './site-files.service';
