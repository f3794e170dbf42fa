/** Shows nothing of the request: what the bank's page appends to the address proves nothing. */
export const RETURN_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Payment</title></head>
<body><main><h1>Your bank has answered</h1>
<p>You can close this page. The deposit is added to your wallet as soon as the payment is confirmed.</p></main></body>
</html>
`;

export const RETURN_PAGE_POLICY = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};
