import { Normal, normalCode, OneOf } from '@app/http';
import { ApiProperty } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { PREFERENCE_KEYS, type PreferenceKey } from './preferences.service';

export class SetPreferenceDto {
  @OneOf(PREFERENCE_KEYS) key: PreferenceKey;

  @ApiProperty({
    oneOf: [{ type: 'boolean' }, { type: 'string' }],
    description: 'A language, else true or false',
  })
  @Normal(normalCode)
  @Allow()
  value: unknown;
}
