import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { WithPolicy } from '../access/policy';
import { encode, type EncodedContent, inBestEncoding } from '../wire/negotiation';
import type { WireRequest } from '../wire/request';
import { ReferenceDocumentsService } from './reference-documents.service';

const SHOWN = { credentials: [], hidden: true } as const;

/** The OpenAPI document of the host, compressed once. */
@Controller('docs')
export class ReferenceController {
  private encodedJson: EncodedContent | null = null;
  private encodedYaml: EncodedContent | null = null;

  constructor(private readonly documents: ReferenceDocumentsService) {}

  @Get('openapi.json')
  @WithPolicy({ ...SHOWN, summary: 'OpenAPI document' })
  @Header('content-type', 'application/json; charset=utf-8')
  json(@Req() request: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): Buffer {
    this.encodedJson ??= encode(this.documents.json);
    return inBestEncoding(request, reply, this.encodedJson);
  }

  @Get('openapi.yaml')
  @WithPolicy({ ...SHOWN, summary: 'OpenAPI document as YAML' })
  @Header('content-type', 'text/yaml; charset=utf-8')
  yaml(@Req() request: WireRequest, @Res({ passthrough: true }) reply: FastifyReply): Buffer {
    this.encodedYaml ??= encode(this.documents.yaml);
    return inBestEncoding(request, reply, this.encodedYaml);
  }
}
