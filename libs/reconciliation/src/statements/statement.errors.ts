import { DomainError } from '@app/kernel';
import type { LineFault } from './statement-format.policy';

/** A statement with lines that cannot be read; none of its lines count. */
export function unreadableStatement(faults: readonly LineFault[]): DomainError {
  return new DomainError('invalid', 'VALIDATION_ERROR', 'The statement has lines that cannot be read.', {
    errors: faults.map(({ line, column, message }) => ({
      field: 'file',
      code: 'invalid_field',
      message: `Line ${line}, ${column}: ${message}`,
    })),
  });
}

export function statementTooLarge(message: string): DomainError {
  return new DomainError('too-large', 'PAYLOAD_TOO_LARGE', message);
}
