import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { notFound } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { WithPolicy } from '../access/policy';
import { PAGE_HEADERS, referencePage, START_SCRIPT, UI_FILES } from './reference-page';
import { ReferenceDocumentsService } from './reference-documents.service';

const SHOWN = { credentials: [], hidden: true } as const;
const ONE_DAY = 'public, max-age=86400';
const FOLDER = path.dirname(require.resolve('swagger-ui-dist/package.json'));

/** The API reference of the host: a page and the files of Swagger UI. */
@Controller('docs')
export class ReferenceController {
  private readonly files = new Map<string, Buffer>();

  constructor(private readonly documents: ReferenceDocumentsService) {}

  @Get()
  @WithPolicy({ ...SHOWN, summary: 'API reference' })
  page(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.headers(PAGE_HEADERS);
    return referencePage(this.documents.title);
  }

  @Get('start.js')
  @WithPolicy({ ...SHOWN, summary: 'Script of the API reference' })
  @Header('content-type', 'text/javascript; charset=utf-8')
  start(): string {
    return START_SCRIPT;
  }

  @Get(':file')
  @WithPolicy({ ...SHOWN, summary: 'A file of Swagger UI' })
  file(@Param('file') name: string, @Res({ passthrough: true }) reply: FastifyReply): Buffer {
    const type = Object.hasOwn(UI_FILES, name) ? UI_FILES[name] : undefined;
    if (type === undefined) throw notFound('Address');
    void reply.headers({ 'content-type': type, 'cache-control': ONE_DAY });
    const content = this.files.get(name) ?? readFileSync(path.join(FOLDER, name));
    this.files.set(name, content);
    return content;
  }
}
