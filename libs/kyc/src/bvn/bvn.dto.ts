import { Digits, Matching, Text } from '@app/http';

export class VerifyBvnDto {
  @Digits(/^\d{11}$/, 'must be eleven digits')
  bvn: string;

  @Text({ optional: true, max: 100, description: 'If sent, it must be that of the account' })
  first_name?: string;

  @Text({ optional: true, max: 100, description: 'If sent, it must be that of the account' })
  last_name?: string;

  @Matching(/^(19|20)\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'must be a date (YYYY-MM-DD)', {
    optional: true,
    description: 'Compared with the registry where it returns one',
  })
  date_of_birth?: string;
}
