import { Bool, Code, DateText, Lines, OneOf, PagedQuery, QueryInt, Uuid } from '@app/http';

const STATUSES = ['pending', 'approved', 'rejected', 'withdrawn', 'revoked'] as const;

export class KycQueueQuery extends PagedQuery {
  @OneOf([...STATUSES, 'all'], { optional: true, description: 'pending where absent' })
  status?: (typeof STATUSES)[number] | 'all';

  @Uuid({ optional: true, description: 'Documents of this person only' })
  user_id?: string;
}

export class KycDocumentQuery {
  @Uuid()
  document_id: string;

  @QueryInt({ min: 1, max: 10, fallback: 1 })
  page: number;

  @OneOf(['true', 'false'], {
    optional: true,
    description: 'true: the uploaded PDF as an attachment; needs a recent sign-in and a reason',
  })
  original?: string;

  @Lines({ min: 3, optional: true, description: 'With original only; kept in the audit log' })
  reason?: string;
}

export class KycDocumentBody {
  @Uuid()
  document_id: string;
}

export class ApproveDocumentBody extends KycDocumentBody {
  @Code({ min: 3, max: 50, optional: true, description: 'Kept as a keyed hash' })
  document_number?: string;

  @DateText({ optional: true, description: 'Its last day, YYYY-MM-DD' })
  expires_on?: string;
}

export class RevokeDocumentBody extends KycDocumentBody {
  @Lines({ min: 3, description: 'For the owner of the document' })
  reason: string;

  @Lines({ optional: true, description: 'For staff' })
  staff_note?: string;
}

export class RejectDocumentBody extends RevokeDocumentBody {
  @Bool({ optional: true, description: 'The type cannot be uploaded again until the document is reopened' })
  final?: boolean;
}

export class ReopenDocumentBody extends KycDocumentBody {
  @Lines({ min: 3, description: 'Kept in the audit log' })
  reason: string;
}
