import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { addSeconds, Clock } from '@app/kernel';
import { CountLimits, type SqlWrite, UnitOfWork } from '@app/write-path';
import { KycCasesService } from '../kyc-cases.service';
import { finallyRejected, tooManyDocuments } from '../document.errors';
import { KycDocument, type NewDocument } from '../kyc-document.aggregate';
import { KycDocumentRepository } from '../kyc-document.repository';

const MAX_A_DAY = 20;
const DAY_SECONDS = 24 * 3600;

/** Records a document whose files are ready. Its result is the pending document with the same content, if there is one. */
export class SubmitDocument extends Command<KycDocument> {
  constructor(
    readonly document: NewDocument,
    /** Writes of the document store. */
    readonly writes: readonly SqlWrite[],
  ) {
    super();
  }
}

@CommandHandler(SubmitDocument)
export class SubmitDocumentHandler implements ICommandHandler<SubmitDocument> {
  constructor(
    private readonly cases: KycCasesService,
    private readonly documents: KycDocumentRepository,
    private readonly limits: CountLimits,
    private readonly unit: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Throws INVALID_STATE after a final rejection and RATE_LIMITED. */
  async execute({ document: fields, writes }: SubmitDocument): Promise<KycDocument> {
    const { userId, docType, contentHmac } = fields;
    const now = this.clock.now();
    const { user, documents } = await this.cases.byUser(userId);
    const ofType = documents.filter((one) => one.docType === docType);
    if (ofType.some(({ isFinal }) => isFinal)) throw finallyRejected(docType);
    const pending = ofType.find(({ isPending }) => isPending);
    if (pending?.contentHmac.equals(contentHmac)) return pending;
    await this.requireRoom(userId, now);
    if (pending) {
      pending.withdraw(now);
      this.documents.save(pending);
    }
    const document = new KycDocument(fields, now);
    this.documents.add(document);
    for (const write of writes) this.unit.stage(write);
    this.cases.saveUser({ user, documents: [...documents, document] }, { mayLower: false });
    return document;
  }

  private requireRoom(userId: string, now: Date): Promise<void> {
    return this.limits.require<{ today: number }>({
      lock: `kyc documents of ${userId}`,
      sql: 'SELECT count(*)::int AS today FROM kyc_documents WHERE user_id = $1 AND uploaded_at > $2',
      parameters: [userId, addSeconds(now, -DAY_SECONDS)],
      limits: { today: { max: MAX_A_DAY, refusal: () => tooManyDocuments(MAX_A_DAY) } },
    });
  }
}
