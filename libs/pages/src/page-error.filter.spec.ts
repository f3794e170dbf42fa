import type { ArgumentsHost, ExceptionFilter, FactoryProvider } from '@nestjs/common';
import { ErrorFilter } from '@app/http';
import { DomainError } from '@app/kernel';
import { formErrors, pageErrors } from './page-error.filter';
import type { PageVisit } from './page-visit';

const family = { en: { title: 'T', none: 'N', form: 'F', closed: 'C', back: 'B' } };
const provider = pageErrors({
  below: '/invoice/',
  family: { ...family, fr: family.en },
  reasons: { closed: { title: 'title', text: 'closed' } },
  texts: {
    'not-found': { title: 'title', text: 'none' },
    ...formErrors({ title: 'title', text: 'form', back: 'back' }),
  },
}) as FactoryProvider;

/** The page of an error of a request whose route has this pattern. */
function pageOf(error: DomainError, url: string, params: object): string {
  const request = { routeOptions: { url }, params, query: {}, headers: {}, raw: { publicUrl: '/invoice/x' } };
  const send = jest.fn();
  const reply = { status: () => reply, header: () => reply, headers: () => reply, send };
  const begin = ({ path }: PageVisit) => ({
    path,
    locale: 'en',
    nonce: 'N',
    style: { path: '', integrity: '' },
  });
  const errors = new ErrorFilter({} as never, {} as never);
  const filter = provider.useFactory(errors, { begin }) as ExceptionFilter;
  const http = { getRequest: () => request, getResponse: () => reply };
  filter.catch(error, { switchToHttp: () => http } as unknown as ArgumentsHost);
  return (send.mock.calls as [[string]])[0][0];
}

describe('the page of an error', () => {
  const invalid = new DomainError('invalid', 'VALIDATION_ERROR', 'm');
  const ofToken = (error: DomainError) => pageOf(error, '/invoice/:token/pay', { token: 'a b' });

  it('leads back to the page that the form was sent from', () =>
    expect(ofToken(invalid)).toContain(
      '<p>F</p>\n      <a class="button" href="/invoice/a%20b?lang=en">B</a>',
    ));

  it('does not lead back where the address has no token', () =>
    expect(pageOf(invalid, '*', {})).not.toContain('>F<'));

  it('has the text of the reason of the error before that of its kind', () => {
    expect(ofToken(new DomainError('conflict', 'CONFLICT', 'm', { reason: 'closed' }))).toContain('<p>C</p>');
    expect(ofToken(new DomainError('not-found', 'NOT_FOUND', 'm', { reason: 'other' }))).toContain(
      '<p>N</p>',
    );
  });
});
