import { EventsHandler } from '@nestjs/cqrs';
import { ProfileNameChanged } from '@app/accounts';
import { AfterCommit, type AfterCommitHandler, Commands, type StoredEvent } from '@app/write-path';
import { RecordNameChange } from '../commands/record-name-change';

/** Has staff review the changed name of a person whose identity was approved. */
@EventsHandler(ProfileNameChanged)
@AfterCommit('queue-name-change')
export class QueueNameChange implements AfterCommitHandler<ProfileNameChanged> {
  constructor(private readonly commands: Commands) {}

  async handle({ id, data, createdAt }: StoredEvent<ProfileNameChanged>): Promise<void> {
    const { userId, from, to } = data;
    await this.commands.execute(new RecordNameChange(id, userId, from, to, createdAt));
  }
}
