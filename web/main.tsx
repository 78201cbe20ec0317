/** Start of the web app. */
import { render } from 'preact';
import { loadSession } from './session/load-session.ts';
import { session } from './session/session.ts';
import { App } from './shell/app.tsx';

session.value = await loadSession();
render(<App />, document.getElementById('app')!);
