/** Start of the web app. */
import { render } from 'preact';
import { watchLinks } from './session/link-token.ts';
import { loadSession } from './session/load-session.ts';
import { session } from './session/session.ts';
import { watchSession } from './session/session-changes.ts';
import { App } from './shell/app.tsx';
import { StartError } from './shell/start-error.tsx';

watchLinks();
const app = document.getElementById('app')!;
try {
  session.value = await loadSession();
  watchSession();
  render(<App />, app);
} catch (error) {
  render(<StartError error={error as Error} />, app);
}
