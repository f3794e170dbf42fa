/** A page as a browser without scripts uses it: it is read, and its forms are sent. */
export class PlainPage {
  constructor(readonly url: string) {}

  async read(query = ''): Promise<{ status: number; text: string; headers: Headers }> {
    const answer = await fetch(this.url + query, { headers: { 'accept-language': 'en' } });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  }

  async send(form: string, fields: Record<string, string>, query = '') {
    const body = new URLSearchParams(fields);
    const answer = await fetch(`${this.url}/${form}${query}`, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { 'accept-language': 'en' },
    });
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
  }
}
