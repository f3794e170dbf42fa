import { Country } from '@app/accounts';
import { CompanyName, DigitsOrText, Text } from '@app/http';

export class SubmitKybDto {
  @CompanyName({ min: 2, max: 200, description: 'As registered' })
  legal_name: string;

  @DigitsOrText({ max: 64 })
  registration_number: string;

  @Country({ description: 'Of the registration' })
  country_code: string;

  @Text({ min: 5, max: 500 })
  address: string;
}
