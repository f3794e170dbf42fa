import { asHtml, asText, type MailContent } from './mail-layout.view';

const CONTENT: MailContent = {
  language: 'en',
  brand: 'Payments',
  title: 'Your passport was not accepted',
  body: 'We could not accept it: too dark\nand <cut off>.',
  rows: [['Reason', 'too dark\nand cut off']],
  code: null,
  link: null,
  footer: 'You get this mail because of your account.',
};

describe('A mail', () => {
  it('breaks the lines of a text where its author broke them', () => {
    const html = asHtml(CONTENT);
    expect(html).toContain(
      '<p style="margin:0">We could not accept it: too dark<br>\nand &lt;cut off&gt;.</p>',
    );
    expect(html).toContain('>too dark<br>\nand cut off</td>');
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
});
