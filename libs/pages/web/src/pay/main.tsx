import { render } from 'preact';
import { App } from './app';
import { buyer } from './buyer';
import { connectToParent } from './embed';
import './page.css';
import { outcomeMessage } from './messages';
import { follow, problem, refresh, session, start } from './session';
import { loadTexts } from './texts';

/** Replaces the content that the server has rendered. */
async function begin(): Promise<void> {
  await loadTexts(start.lang);
  // The page was rendered for all holders of its address; a guest who pays into escrow sees more.
  if (buyer.value) await refresh();
  problem.value = outcomeMessage(session.value);
  const place = document.querySelector('main')!;
  place.replaceChildren();
  render(<App />, place);
  connectToParent((mode) => (document.documentElement.dataset.embedded = mode));
  void follow();
}

// The browser may show an old copy of the page after its back button was used.
addEventListener('pageshow', (event) => event.persisted && void refresh());

void begin();
