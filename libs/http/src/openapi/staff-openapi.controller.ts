import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { WithPolicy } from '../access/policy';
import { inBestEncoding } from '../wire/negotiation';
import type { WireRequest } from '../wire/request';
import { ReferenceDocumentsService } from './reference-documents.service';

const SHOWN = { credentials: [], hidden: true } as const;

/** The OpenAPI document of the actions for staff, on the host that serves them. */
@Controller('docs/staff')
export class StaffOpenapiController {
  constructor(private readonly documents: ReferenceDocumentsService) {}

  @Get('openapi.json')
  @WithPolicy({ ...SHOWN, summary: 'OpenAPI document of staff' })
  @Header('content-type', 'application/json; charset=utf-8')
  json(@Req() request: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): Buffer {
    return inBestEncoding(request, reply, this.documents.json('staff'));
  }

  @Get('openapi.yaml')
  @WithPolicy({ ...SHOWN, summary: 'OpenAPI document of staff as YAML' })
  @Header('content-type', 'text/yaml; charset=utf-8')
  yaml(@Req() request: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): Buffer {
    return inBestEncoding(request, reply, this.documents.yaml('staff'));
  }
}
