import { Controller, Get, Header } from '@nestjs/common';
import { WithPolicy } from '../access/policy';
import { ReferenceDocumentsService } from './reference-documents.service';

const SHOWN = { credentials: [], hidden: true } as const;

/** The OpenAPI document of the host, for merchants and people. */
@Controller('docs')
export class OpenapiController {
  constructor(private readonly documents: ReferenceDocumentsService) {}

  @Get('openapi.json')
  @WithPolicy({ ...SHOWN, summary: 'OpenAPI document' })
  @Header('content-type', 'application/json; charset=utf-8')
  json(): string {
    return this.documents.json('public');
  }

  @Get('openapi.yaml')
  @WithPolicy({ ...SHOWN, summary: 'OpenAPI document as YAML' })
  @Header('content-type', 'text/yaml; charset=utf-8')
  yaml(): string {
    return this.documents.yaml('public');
  }
}
