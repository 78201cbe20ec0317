/** Shell of the web app: `web/index.html` with the addresses of the built files. */
import { basename } from 'node:path';
import type { Metafile } from 'esbuild';

/** Fills the addresses into the template. `{{base}}` stays for the gateway, which knows the path prefix. */
export function shellOf(template: string, { outputs }: Metafile): string {
  const nameOf = (source: string): string => {
    const found = Object.entries(outputs).find(
      ([, { entryPoint, inputs }]) => entryPoint === source || (source in inputs && !entryPoint),
    );
    if (found === undefined) throw new Error(`The build has no file of ${source}`);
    return found[0];
  };
  const filled = template.replaceAll(/\{\{file (\S+?)\}\}/g, (_all, source: string) =>
    address(nameOf(source)),
  );
  // The browser loads what the first script imports without waiting for it.
  const preloads = firstLoad(outputs, nameOf('web/main.tsx'))
    .slice(1)
    .map((path) => `<link rel="modulepreload" href="${address(path)}">\n`);
  return filled.replace('<!-- preloads -->\n', preloads.join(''));
}

/** Returns a script and all scripts that it imports at once, transitively. */
export function firstLoad(outputs: Metafile['outputs'], entry: string): readonly string[] {
  const found = new Set([entry]);
  for (const path of found)
    for (const { path: imported, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') found.add(imported);
  return [...found];
}

function address(path: string): string {
  return `{{base}}/assets/${basename(path)}`;
}
