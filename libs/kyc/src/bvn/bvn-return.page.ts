/** Shows nothing of the request, because what the consent page appends to the address proves nothing. */
export const RETURN_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>BVN verification</title></head>
<body><main><h1>Your answer was received</h1>
<p>You can close this page. We notify you of the result.</p></main></body>
</html>
`;

export const RETURN_PAGE_POLICY = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};
