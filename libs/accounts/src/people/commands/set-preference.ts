import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type PreferenceKey, PreferencesService, type PreferenceValues } from '../preferences.service';

/** Chooses one preference; its result is all of them as they stand then. */
export class SetPreference extends Command<PreferenceValues> {
  constructor(
    readonly userId: string,
    readonly key: PreferenceKey,
    readonly value: unknown,
  ) {
    super();
  }
}

@CommandHandler(SetPreference)
export class SetPreferenceHandler implements ICommandHandler<SetPreference> {
  constructor(private readonly preferences: PreferencesService) {}

  async execute({ userId, key, value }: SetPreference): Promise<PreferenceValues> {
    this.preferences.choose(userId, key, value);
    return { ...(await this.preferences.preferencesOf(userId)), [key]: value };
  }
}
