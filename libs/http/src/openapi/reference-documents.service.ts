import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { dump } from 'js-yaml';

/** The texts of the host's API reference, each rendered once: the routes of a host do not change while it runs. */
@Injectable()
export class ReferenceDocumentsService {
  private build: (() => OpenAPIObject) | null = null;
  private document: OpenAPIObject | null = null;
  private jsonText: string | null = null;
  private yamlText: string | null = null;

  /** Called once the routes are known. */
  describe(build: () => OpenAPIObject): void {
    this.build = build;
  }

  get title(): string {
    return this.built.info.title;
  }

  get json(): string {
    return (this.jsonText ??= JSON.stringify(this.built));
  }

  get yaml(): string {
    return (this.yamlText ??= dump(this.built, { skipInvalid: true, noRefs: true }));
  }

  private get built(): OpenAPIObject {
    if (!this.build) throw new Error('the API reference has no routes yet');
    return (this.document ??= this.build());
  }
}
