import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { WithPolicy } from '../access/policy';
import { inBestEncoding } from '../wire/negotiation';
import type { WireRequest } from '../wire/request';
import { ReferenceDocumentsService } from './reference-documents.service';

const SHOWN = { credentials: [], hidden: true } as const;

/** The OpenAPI document of the host, for merchants and people. */
@Controller('docs')
export class OpenapiController {
  constructor(private readonly documents: ReferenceDocumentsService) {}

  @Get('openapi.json')
  @WithPolicy({ ...SHOWN, summary: 'OpenAPI document' })
  @Header('content-type', 'application/json; charset=utf-8')
  json(@Req() request: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): Buffer {
    return inBestEncoding(request, reply, this.documents.json('public'));
  }

  @Get('openapi.yaml')
  @WithPolicy({ ...SHOWN, summary: 'OpenAPI document as YAML' })
  @Header('content-type', 'text/yaml; charset=utf-8')
  yaml(@Req() request: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): Buffer {
    return inBestEncoding(request, reply, this.documents.yaml('public'));
  }
}
