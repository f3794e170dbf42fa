import { render } from 'preact';
import { App } from './app';
import { talkToParent } from './embed';
import './page.css';
import { whatHappened } from './said';
import { follow, problem, refresh, session, start } from './session';
import { loadTexts } from './texts';

/** Takes the page over from the server, which has drawn the summary and, for those without scripts, how things stand. */
async function begin(): Promise<void> {
  await loadTexts(start.lang);
  problem.value = whatHappened(session.value);
  const place = document.querySelector('main')!;
  place.replaceChildren();
  render(<App />, place);
  talkToParent((mode) => (document.documentElement.dataset.embedded = mode));
  void follow();
}

// A page that the browser kept, shown again by its back button, may be long out of date.
addEventListener('pageshow', (event) => event.persisted && void refresh());

begin().catch((error: unknown) => {
  document.getElementById('unloaded')?.removeAttribute('hidden');
  throw error;
});
