import type { MailBrand } from '@app/accounts';
import { asHtml, asText, type MailContent } from './mail-layout.view';

const CONTENT: MailContent = {
  language: 'en',
  brand: 'Payments',
  business: null,
  title: 'Your passport was not accepted',
  body: 'We could not accept it: too dark\nand <cut off>.',
  rows: [['Reason', 'too dark\nand cut off']],
  code: null,
  link: null,
  footer: 'You get this mail because of your account.',
};

const BUSINESS: MailBrand = {
  name: 'Okafor Books',
  logo: { path: 'https://pay.example/brand/aa.png', width: 240, height: 80 },
  color: '#ffff00',
  supportEmail: 'help@books.example',
  supportPhone: '+2348031234567',
  supportUrl: 'https://books.example/help',
  termsUrl: 'https://books.example/terms',
  postalAddress: null,
  platform: 'Payments',
};

const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`;
const LINK = { label: 'Pay', url: 'https://pay.example/1' };

describe('A mail', () => {
  it('breaks the lines of a text where its author broke them', () => {
    const html = asHtml(CONTENT);
    expect(html).toContain('We could not accept it: too dark<br />and &lt;cut off&gt;.</p>');
    expect(html).toMatch(/>\s*too dark<br \/>and cut off\s*<\/td>/);
    expect(asText(CONTENT)).toContain('too dark\n    and <cut off>.');
  });

  it('shows a code of digits large, and one to be copied within the width of a phone', () => {
    expect(asHtml({ ...CONTENT, code: '123456' })).toContain('font-size:32px;letter-spacing:8px');
    const copied = asHtml({ ...CONTENT, code: 'q1Kx8bTz4Vw9Lm2Rn6Yc3Hs7Jd5Pf0Ga-EuQoXiZtU4' });
    expect(copied).toContain('font-size:16px;overflow-wrap:anywhere');
    expect(copied).not.toContain('letter-spacing');
  });

  it('shows no text of a person as a block of its own', () => {
    const forged = { ...CONTENT, rows: [['Note', 'x\n\n-- \nPayments']] as const };
    expect(asText(forged).match(/^-- $/gm)).toHaveLength(1);
  });

  it('shows every text as text, whatever it contains', () => {
    const html = asHtml({
      ...CONTENT,
      brand: HOSTILE,
      business: { ...BUSINESS, name: HOSTILE, supportEmail: HOSTILE, supportUrl: HOSTILE, platform: HOSTILE },
      title: HOSTILE,
      body: HOSTILE,
      rows: [[HOSTILE, HOSTILE]],
      code: HOSTILE,
      link: { label: HOSTILE, url: HOSTILE },
      footer: HOSTILE,
    });
    expect(html).not.toMatch(/<script|<img src=x/);
    expect(html.match(/&lt;script&gt;/g)!.length).toBeGreaterThan(10);
  });
});

describe('A mail about a payment to a business', () => {
  const html = asHtml({ ...CONTENT, business: BUSINESS, link: LINK });

  it('has its logo as the only remote resource, with its name for readers without pictures', () => {
    expect(html.match(/ src="[^"]*"/g)).toEqual([' src="https://pay.example/brand/aa.png"']);
    expect(html).toMatch(/width="120"\s+height="40"\s+alt="Okafor Books"/);
    expect(html).not.toMatch(/<link|@import|url\(/);
  });

  it('has its colour with legible text, its contacts, its terms, and the name of the platform', () => {
    expect(html).toContain('background:#ffff00;color:#000000');
    expect(html).toContain('href="mailto:help@books.example"');
    expect(html).toContain('href="tel:+2348031234567"');
    expect(html).toContain('href="https://books.example/help"');
    expect(html).toContain('href="https://books.example/terms"');
    expect(html).toContain('Payments by Payments');
  });

  it('has its name where it has no logo', () => {
    const plain = asHtml({ ...CONTENT, business: { ...BUSINESS, logo: null } });
    expect(plain).not.toContain('<img');
    expect(plain).toContain('>Okafor Books</p>');
  });

  it('has the same text as without a brand', () => {
    expect(asText({ ...CONTENT, business: BUSINESS })).toBe(asText(CONTENT));
  });
});

describe('A mail about an account', () => {
  it('has the look of the platform and nothing remote', () => {
    const html = asHtml({ ...CONTENT, link: LINK });
    expect(html).not.toContain('<img');
    expect(html).toContain('>Payments</p>');
    expect(html).toContain('background:#1d4ed8;color:#ffffff');
    expect(html).not.toContain('Payments by');
  });
});
