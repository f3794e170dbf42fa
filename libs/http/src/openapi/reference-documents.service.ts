import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { dump } from 'js-yaml';
import type { Audience } from './audience';
import { encode, type EncodedContent } from '../wire/negotiation';
import type { EventDescription } from './events';

/** The OpenAPI documents of the host, each rendered and compressed once: the routes of a host do not change while it runs. */
@Injectable()
export class ReferenceDocumentsService {
  /** The public events, where the host sends them. */
  events: readonly EventDescription[] = [];
  private build: ((audience: Audience) => OpenAPIObject) | null = null;
  private readonly documents = new Map<Audience, OpenAPIObject>();
  private readonly texts = new Map<string, EncodedContent>();

  /** Called once the routes are known. */
  describe(build: (audience: Audience) => OpenAPIObject): void {
    this.build = build;
  }

  /** Called by the lib that sends events, before the first document is built. */
  describeEvents(events: readonly EventDescription[]): void {
    this.events = events;
  }

  json(audience: Audience): EncodedContent {
    return this.text(`${audience}.json`, () => JSON.stringify(this.built(audience)));
  }

  yaml(audience: Audience): EncodedContent {
    return this.text(`${audience}.yaml`, () =>
      dump(this.built(audience), { skipInvalid: true, noRefs: true }),
    );
  }

  private text(name: string, render: () => string): EncodedContent {
    const known = this.texts.get(name) ?? encode(render());
    this.texts.set(name, known);
    return known;
  }

  private built(audience: Audience): OpenAPIObject {
    if (!this.build) throw new Error('the API reference has no routes yet');
    const document = this.documents.get(audience) ?? this.build(audience);
    this.documents.set(audience, document);
    return document;
  }
}
