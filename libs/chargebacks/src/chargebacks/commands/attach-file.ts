import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notOpen } from '../chargeback.errors';
import { type ChargebackFile, ChargebackFilesStore } from '../chargeback-files.store';
import { ChargebackRepository } from '../chargeback.repository';

/** Adds a picture to a chargeback that takes an answer. */
export class AttachFile extends Command<ChargebackFile> {
  constructor(
    readonly ownerId: string,
    readonly chargebackId: string,
    readonly jpeg: Buffer,
  ) {
    super();
  }
}

@CommandHandler(AttachFile)
export class AttachFileHandler implements ICommandHandler<AttachFile> {
  constructor(
    private readonly chargebacks: ChargebackRepository,
    private readonly files: ChargebackFilesStore,
  ) {}

  async execute({ ownerId, chargebackId, jpeg }: AttachFile): Promise<ChargebackFile> {
    const { id, status } = await this.chargebacks.ofOwner(ownerId, 'live', chargebackId);
    if (status !== 'opened') throw notOpen(status);
    return this.files.add(id, jpeg);
  }
}
