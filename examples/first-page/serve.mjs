/** Serves page.html and the addresses of the API that the environment names. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { PORT, BUSINESS, SANDBOX } = process.env;
const page = readFileSync(new URL('page.html', import.meta.url));

createServer((request, response) => {
  if (request.url === '/hosts.json') {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ business: BUSINESS, sandbox: SANDBOX }));
  } else {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page);
  }
}).listen(PORT, '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}/`));
