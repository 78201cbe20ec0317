/** Browser for the tests: the one in an npm package, else one of the system. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { installRoot } from '../../../src/infra/process/install-root.ts';

/** Program of a browser, and the environment that it needs. */
export interface BrowserProgram {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Browsers of systems, in the order in which they are looked for. */
const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Folder with the unpacked package, below that of its version. */
const CACHE = join(installRoot(), 'node_modules', '.cache', 'flowarden');

/** Returns the browser to test with; null if there is none. */
export function findBrowser(): BrowserProgram | null {
  const named = process.env.FLOWARDEN_TEST_CHROMIUM;
  if (named) return { executablePath: named, env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return packagedBrowser();
  const found = SYSTEM_BROWSERS.find((path) => existsSync(path));
  return found === undefined ? null : { executablePath: found, env: {} };
}

/** Unpacks the browser of the package, once for all runs. */
function packagedBrowser(): BrowserProgram {
  const source = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..');
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };
  const folder = join(CACHE, `chromium-${version}`);
  if (!existsSync(folder)) {
    const draft = `${folder}.${process.pid}`;
    unpack(join(source, 'bin'), draft, folder);
    try {
      renameSync(draft, folder);
    } catch {
      // Another process was quicker.
      rmSync(draft, { recursive: true });
    }
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
}

/** Unpacks into a draft of the folder. `folder` is where it will stand, which the list of fonts names. */
function unpack(bin: string, draft: string, folder: string): void {
  mkdirSync(draft, { recursive: true });
  for (const [name, target] of [
    ['chromium.br', 'chromium'],
    ['al2023.tar.br', 'libraries.tar'],
    ['fonts.tar.br', 'fonts.tar'],
  ] as const)
    writeFileSync(join(draft, target), brotliDecompressSync(readFileSync(join(bin, name))));
  chmodSync(join(draft, 'chromium'), 0o755);
  for (const archive of ['libraries.tar', 'fonts.tar']) {
    execFileSync('tar', ['-xf', join(draft, archive), '-C', draft, '--no-same-owner']);
    rmSync(join(draft, archive));
  }
  writeFileSync(
    join(draft, 'fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>
`,
  );
}
