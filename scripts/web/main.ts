/**
 * Builds the web app.
 *
 * Usage: node scripts/web/main.ts [folder]   into the folder, by default the cache that `npm start` serves
 *        node scripts/web/main.ts --watch    again at each change of a source, not minified
 */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installRoot } from '../../src/infra/process/install-root.ts';
import { webFolder } from '../../src/infra/process/web-folder.ts';
import { buildWeb } from './build-web.ts';

/** Pause after a change: an editor writes a file in several steps. */
const CHANGE_PAUSE_MS = 50;

const root = installRoot();
const { values, positionals } = parseArgs({
  options: { watch: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [folder] = positionals;

if (values.watch) watchSources();
else await buildWeb({ folder: folder ?? webFolder(), form: folder === undefined ? 'cached' : 'released' });

/** Builds now and at each change, and prints what came of it. A gateway of this checkout serves each new build. */
function watchSources(): void {
  let timer: NodeJS.Timeout | undefined;
  const build = async () => {
    const startedAtMs = performance.now();
    try {
      await buildWeb({ folder: webFolder(), form: 'watched' });
      console.log(
        `The web app is built (${Math.round(performance.now() - startedAtMs)} ms). Load the page again.`,
      );
    } catch (error) {
      console.error((error as Error).message);
    }
  };
  void build();
  for (const source of ['web', 'src'])
    watch(join(root, source), { recursive: true }, (_event, file) => {
      if (source === 'src' && !file?.startsWith('picture')) return;
      clearTimeout(timer);
      timer = setTimeout(build, CHANGE_PAUSE_MS);
    });
}
