import { documentHeaders, pageHeaders } from './headers';

describe('a page', () => {
  const headers = (embedOrigins: string[]) => pageHeaders({ nonce: 'NONCE', embedOrigins });

  it('is held by no frame but those its merchant has named', () => {
    expect(headers([])['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers([])['x-frame-options']).toBe('DENY');
    const framed = headers(['https://shop.example', 'https://b.example:8443']);
    expect(framed['content-security-policy']).toContain(
      'frame-ancestors https://shop.example https://b.example:8443;',
    );
    expect(framed).not.toHaveProperty('x-frame-options');
    expect(headers(["'self'"])['x-frame-options']).toBe('SAMEORIGIN');
  });

  it('may load nothing that its directives do not name', () => {
    expect(documentHeaders({ 'img-src': 'data:' })['content-security-policy']).toBe(
      "default-src 'none'; img-src data:",
    );
  });
});
