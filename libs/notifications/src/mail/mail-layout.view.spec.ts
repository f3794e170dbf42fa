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

  it('shows no text of a person as a block of its own', () => {
    const forged = { ...CONTENT, rows: [['Note', 'x\n\n-- \nPayments']] as const };
    expect(asText(forged).match(/^-- $/gm)).toHaveLength(1);
  });
});
