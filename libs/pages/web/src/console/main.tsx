import { render } from 'preact';
import { LocationProvider } from 'preact-iso/router';
import { App } from './app';
import './console.css';
import { watchLeaving } from './parts/unsaved';
import { applyTheme, language } from './settings';
import { loadTexts } from './texts';

async function begin(): Promise<void> {
  applyTheme();
  document.documentElement.lang = language.value.value;
  await loadTexts(language.value.value);
  watchLeaving();
  render(
    <LocationProvider>
      <App />
    </LocationProvider>,
    document.getElementById('app')!,
  );
}

void begin();
