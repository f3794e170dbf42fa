import { Body } from '@nestjs/common';
import { type RequestContext, Commands } from '@app/write-path';
import { By, Context, GetAction, PostAction, type UserCaller, WireController } from '@app/http';
import { invalid } from '@app/kernel';
import { SetPinDto } from '../common/account.dto';
import { SetPin } from '../pins/commands/set-pin';
import { SetPreference } from './commands/set-preference';
import { SetPreferenceDto } from './preference.dto';
import { PreferencesService } from './preferences.service';

/** `settings.php`: what people change about their own account. */
@WireController('settings.php')
export class SettingsController {
  constructor(
    private readonly commands: Commands,
    private readonly preferences: PreferencesService,
  ) {}

  @PostAction('set-pin', {
    summary: 'Set or change the transaction PIN',
    credentials: ['session'],
    refusals: ['INVALID_PIN', 'PIN_LOCKED', 'PIN_NOT_SET'],
  })
  setPin(
    @By() { userId, sessionId }: UserCaller,
    @Context() context: RequestContext,
    @Body() { pin, confirm_pin, current_pin }: SetPinDto,
  ) {
    if (pin !== confirm_pin) throw invalid('confirm_pin', 'confirm_pin differs from pin.');
    return this.commands.answer(context, new SetPin(userId, sessionId, pin, current_pin), () => ({
      message: 'PIN set.',
      pin_set: true,
    }));
  }

  @GetAction('preferences', {
    summary: 'Language and mails, as chosen',
    credentials: ['session'],
    refusals: ['TOTP_REQUIRED'],
  })
  async chosen(@By() { userId }: UserCaller) {
    return { preferences: await this.preferences.preferencesOf(userId) };
  }

  @PostAction('set-preference', { summary: 'Choose one preference', credentials: ['session'] })
  choose(
    @By() { userId }: UserCaller,
    @Context() context: RequestContext,
    @Body() { key, value }: SetPreferenceDto,
  ) {
    return this.commands.answer(context, new SetPreference(userId, key, value), (preferences) => ({
      preferences,
    }));
  }
}
