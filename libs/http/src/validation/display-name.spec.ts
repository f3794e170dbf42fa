import { DomainError } from '@app/kernel';
import { CompanyName, DisplayName } from './display-name';
import { validationPipe } from './pipe';

class Named {
  @DisplayName({ max: 40, optional: true }) person?: string;
  @CompanyName({ max: 40, optional: true }) company?: string;
}

describe('Names', () => {
  const pipe = validationPipe();
  async function outcomeOf(fields: Partial<Named>): Promise<string> {
    try {
      await pipe.transform(fields, { type: 'body', metatype: Named });
      return 'accepted';
    } catch (error) {
      return (error as DomainError).message;
    }
  }
  const outcomes = async (name: string) => [
    await outcomeOf({ person: name }),
    await outcomeOf({ company: name }),
  ];

  it.each([
    ...['Ada Obi', 'O’Brien-Smith', 'Adébáyọ̀', 'محمد علي', '王小明', 'नमस्ते', 'Mrs. J. K. Ng', '한국'],
    ...['7-Eleven', 'Shop.com', 'Smith & Sons (Lagos)', 'Wwwhite Ltd', '☕'],
  ])('may be %s', async (name) => {
    expect(await outcomes(name)).toEqual(['accepted', 'accepted']);
  });

  it.each([
    ...['https://evil.example', 'Pay at evil://x', 'WWW.evil.example', 'evil.example/login', 'a@b.example'],
    ...[
      '<b>Bank</b>',
      '1 > 2',
      'ｗｗｗ．evil',
      'evil．example／login',
      'help＠bank',
      '＜b',
      'evil.example⁄login',
    ],
    ...['evil.example∕login', 'ⓦⓦⓦ.evil', 'ww\u200ew.evil', 'evil.example/a/b'],
  ])('must not be %s', async (name) => {
    for (const outcome of await outcomes(name)) expect(outcome).toContain('must not contain an address');
  });

  it.each([
    ...['\u3164', '\u2800\u2800', '\u115f\u1160', '\uffa0', '\u0301', '\ufe0f', '\u3164 \u2800', '\u034f'],
    ...['\ue000', ' \u3000 ', '\u200b', ' ', '\u00ad'],
  ])('must show something: %j', async (name) => {
    for (const outcome of await outcomes(name)) expect(outcome).not.toBe('accepted');
  });

  it('may have a suffix such as A/S for companies, and not for people', async () => {
    expect(await outcomes('Nordic Foods A/S')).toEqual([
      'person must not contain an address or any of / @ < >.',
      'accepted',
    ]);
  });
});
