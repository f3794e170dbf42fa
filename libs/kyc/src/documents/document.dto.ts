import { Digits, OneOf } from '@app/http';
import { DOC_TYPES, type DocType } from '../levels/document-types.policy';

/** The texts of the upload form. */
export class UploadDocumentDto {
  @OneOf(DOC_TYPES)
  doc_type: DocType;

  @Digits(/^[12]$/, 'must be 1 or 2')
  tier: string;
}
