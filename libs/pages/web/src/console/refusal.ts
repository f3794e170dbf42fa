interface FieldError {
  field: string;
  message: string;
}

export interface ErrorAnswer {
  message?: string;
  error_code?: string;
  request_id?: string;
  errors?: FieldError[];
  [field: string]: unknown;
}

/** An answer other than success, or no answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[];
  readonly requestId: string | null;

  constructor(
    response: Pick<Response, 'status' | 'headers'> | null,
    readonly answer: ErrorAnswer = {},
  ) {
    super(answer.message ?? '');
    this.status = response?.status ?? 0;
    this.code = answer.error_code ?? '';
    this.errors = answer.errors ?? [];
    this.requestId = answer.request_id ?? response?.headers.get('x-request-id') ?? null;
  }
}
