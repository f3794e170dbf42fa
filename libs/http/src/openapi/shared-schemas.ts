import { ERROR_CODES } from '@app/kernel';
import { PAGE_FIELDS } from './answers';
import type { Schema } from './schemas';

/** Components that every document may use. */
export const sharedSchemas = (): Record<string, Schema> => ({
  Page: PAGE_FIELDS,
  Error: ERROR,
  AwaitingApproval: AWAITING_APPROVAL,
});

const ERROR: Schema = {
  type: 'object',
  required: ['success', 'message', 'error_code', 'doc_url', 'request_id'],
  properties: {
    success: { type: 'boolean', const: false },
    message: { type: 'string' },
    error_code: { type: 'string', enum: Object.keys(ERROR_CODES) },
    request_id: { type: 'string' },
    retry_after: { type: 'integer', description: 'Seconds after which the request may be sent again' },
    doc_url: { type: 'string', description: 'The page about this code' },
    did_you_mean: {
      type: 'string',
      description: 'The name of an action or a section that was probably meant',
    },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message', 'code'],
        properties: {
          field: { type: 'string' },
          message: { type: 'string' },
          code: {
            type: 'string',
            enum: ['missing_field', 'invalid_field', 'unknown_field', 'repeated_field'],
          },
          did_you_mean: { type: 'string' },
        },
      },
    },
    status_code: { type: 'integer', description: 'Variant B only: the status' },
  },
};

const AWAITING_APPROVAL: Schema = {
  type: 'object',
  required: ['success', 'approval_id', 'status', 'action', 'expires_at'],
  properties: {
    success: { type: 'boolean', const: true },
    approval_id: { type: ['string', 'null'], format: 'uuid', description: 'null in a dry run' },
    status: { type: 'string', const: 'awaiting_approval' },
    action: { type: 'string', description: 'The name of its audit entry' },
    expires_at: { type: 'string', format: 'date-time' },
    dry_run: { type: 'boolean', const: true },
    result: {
      type: 'object',
      additionalProperties: true,
      description: 'In a dry run: what the action would answer',
    },
  },
};
