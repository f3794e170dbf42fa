import { originForm, publicPath, rewriteWirePath } from './wire-path';

describe('The wire path', () => {
  it.each([
    ['/api/wallet.php?action=transfer', '/api/wallet.php/transfer'],
    ['/api/wallet.php?currency=NGN&action=balance', '/api/wallet.php/balance?currency=NGN'],
    ['/api/business.php?section=apps&action=create', '/api/business.php/apps/create'],
    ['/api/business.php?action=create&section=apps', '/api/business.php/apps/create'],
    ['/api/business.php?section=apps', '/api/business.php/apps/list'],
    ['/api/wallet.php?section=balance', '/api/wallet.php/balance/list'],
    ['/api/sessions.php?session_id=cs_1', '/api/sessions.php?session_id=cs_1'],
    ['/api/sessions.php', '/api/sessions.php'],
    ['/api/wallet.php/transfer', '/api/wallet.php/transfer'],
    ['/api/business.php/apps/create', '/api/business.php/apps/create'],
    ['/api/business.php/apps', '/api/business.php/apps'],
    ['/api/wallet.php/balance?currency=NGN&q=%20', '/api/wallet.php/balance?currency=NGN&q=+'],
    ['/api/wallet.php?action=balance&currency=NGN&q=%20', '/api/wallet.php/balance?currency=NGN&q=+'],
    ['/pay/abc?action=x', '/pay/abc?action=x'],
    ['/health/live', '/health/live'],
    ['/api/v1/checkout.js', '/api/v1/checkout.js'],
    ['/pay/a%20b', '/pay/a%20b'],
    ['/pay/a%2Fb/return?x=%', '/pay/a%2Fb/return?x=%'],
    ['/escrow/%00', '/escrow/%00'],
    ['/pay/%E2%80%8Eabc%C2%A0?lang=fr', '/pay/abc?lang=fr'],
    ['/subscription/abc%EF%BB%BF/pay', '/subscription/abc/pay'],
    ['/link/%20', '/link/%20'],
    ['/?x=%61', '/?x=%61'],
  ])('%s is routed as %s', (given, routed) => expect(rewriteWirePath(given)).toBe(routed));

  it.each([
    '/api/wallet.php?action=a&action=b',
    '/api/wallet.php?action=',
    '/api/wallet.php?action=..%2fadmin',
    '/api/wallet.php?action=Transfer',
    '/api/wallet.php?action=%00',
    `/api/wallet.php?action=${'a'.repeat(41)}`,
    '/api/business.php?section=apps/create&action=x',
    '/api/business.php?section=apps&section=apps&action=list',
    '/api/wallet.php?action=balance?currency=NGN',
    '/api/wallet.php/balance?action=transfer',
    '/api/wallet.php/balance?action=balance',
    '/api/business.php/apps?action=list',
    '/api/business.php/apps/list?section=apps',
  ])('%s names no action', (given) => expect(rewriteWirePath(given)).toMatch(/!malformed$/));

  it.each([
    '/api/wallet.php/',
    '/api/wallet.php/transfer/',
    '/api/wallet.php//transfer',
    '/api/wallet.php/Transfer',
    '/api/wallet.php/a/b/c',
    `/api/wallet.php/${'a'.repeat(41)}`,
    '/api/wallet.php/transfer.',
    '/api/wallet.php/!malformed',
    '/api/wallet.php/\uff54ransfer',
    '/api/',
    '/api/wallet',
    '/api/../wallet.php',
    '/api/wallet.php/?action=balance',
    '/api/WALLET.php',
  ])('%s is no file', (given) => expect(rewriteWirePath(given)).toBe('/api/!unknown-file'));

  it.each([
    '/%61pi/wallet.php/transfer',
    '/%2561pi/wallet.php/transfer',
    '/api%2Fwallet.php/transfer',
    '/%2Fapi/wallet.php/transfer',
    '/api%2fwallet.php?action=transfer',
    '/%70ay/abc',
    '/pay%2Fabc',
    '/pay/abc/retur%6e',
    '/pay/%',
    '/pay/%ff/return',
    '/pay//%61bc',
    '/health/%6cive',
    '/admin/queues/manage/%61pi/queues/pause',
    '/%E0%A4%A?x=1',
    'https://localhost/pay/abc',
    'api/wallet.php/transfer',
    '*',
  ])('%s is no address', (given) => expect(rewriteWirePath(given)).toBe('/!malformed'));

  it.each(['/api/wallet%2Ephp/transfer', '/api/wallet.php%2Ftransfer', '/api/wallet.php/transf%65r'])(
    '%s is no file either',
    (given) => expect(rewriteWirePath(given)).toBe('/api/!unknown-file'),
  );

  it.each([
    '/api/wallet.php?action=transfer',
    '/api/business.php?section=apps&action=create',
    '/api/sessions.php',
  ])('%s is shown as it is called', (url) => expect(publicPath(rewriteWirePath(url))).toBe(url));

  it.each([
    ['http://localhost:3001/api/wallet.php?action=balance', '/api/wallet.php?action=balance'],
    ['HTTPS://pay.example?x=1', '/?x=1'],
    ['http://pay.example', '/'],
    ['http://[::1]:3001/pay/abc', '/pay/abc'],
    ['/api/wallet.php', '/api/wallet.php'],
    ['http://user@pay.example/', 'http://user@pay.example/'],
    ['http:///api/wallet.php', 'http:///api/wallet.php'],
    ['ftp://pay.example/', 'ftp://pay.example/'],
    ['*', '*'],
  ])('%s is the target %s', (given, target) => expect(originForm(given)).toBe(target));
});
