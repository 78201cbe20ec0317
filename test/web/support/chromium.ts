/** Browser for the tests: the one in an npm package, else one of the system. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
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
export async function findBrowser(): Promise<BrowserProgram | null> {
  const named = process.env.FLOWARDEN_TEST_CHROMIUM;
  if (named) return { executablePath: named, env: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return packagedBrowser();
  const found = SYSTEM_BROWSERS.find((path) => existsSync(path));
  return found === undefined ? null : { executablePath: found, env: {} };
}

/** Unpacks the browser of the package, once for all runs. */
async function packagedBrowser(): Promise<BrowserProgram> {
  const source = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..');
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };
  const folder = join(CACHE, `chromium-${version}`);
  if (!existsSync(folder)) {
    const draft = `${folder}.${process.pid}`;
    await unpack(join(source, 'bin'), draft, folder);
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
async function unpack(bin: string, draft: string, folder: string): Promise<void> {
  mkdirSync(draft, { recursive: true });
  const inflate = (name: string, target: string) =>
    pipeline(
      createReadStream(join(bin, name)),
      createBrotliDecompress(),
      createWriteStream(join(draft, target)),
    );
  await Promise.all([
    inflate('chromium.br', 'chromium'),
    inflate('al2023.tar.br', 'libraries.tar'),
    inflate('fonts.tar.br', 'fonts.tar'),
  ]);
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
