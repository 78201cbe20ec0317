/** Start of the web app. */
import { render } from 'preact';
import { watchLinks } from './session/link-token.ts';
import { startApp } from './shell/app.tsx';
import { StartError } from './shell/start-error.tsx';

watchLinks();
const element = document.getElementById('app')!;
try {
  await startApp(element);
} catch (error) {
  render(<StartError error={error as Error} />, element);
}
