import { html } from './html';

describe('html', () => {
  it('escapes every value it did not make itself', () => {
    expect(html`<b title="${`"'`}">${'<&>'}${1}${null}${false}</b>`.text).toBe(
      '<b title="&quot;&#39;">&lt;&amp;&gt;1</b>',
    );
    expect(html`${[html`<i>a</i>`, html`<i>${'<'}</i>`]}`.text).toBe('<i>a</i><i>&lt;</i>');
  });
});
