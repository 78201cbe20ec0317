#!/usr/bin/env node
// The command. It runs on any Node from 18 on, only to find a Node 24: the program itself needs one.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runtimePackage } from './runtime-package.mjs';

const NEEDED = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const checkout = join(root, 'src', 'main.ts');
// A checkout runs its sources, the package what was compiled from them.
const main = existsSync(checkout) ? checkout : join(root, 'dist', 'src', 'main.js');

if (Number(process.versions.node.split('.')[0]) >= NEEDED) {
  // Compiled code is kept between starts, for the children too: a later start is a third faster. Not in the folder for
  // temporary files, which is Node's own choice: there others could put code for us.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'flowarden', 'compile');
  nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  process.argv[1] = main;
  await import(pathToFileURL(main).href);
} else {
  const name = runtimePackage(process.platform, process.arch);
  const node = name && packagedNode(name);
  if (node) runOn(node);
  else
    fail(name ? `the package ${name}, which brings one, is not installed` : 'no package brings one for it');
}

/** The program of an installed package with Node, or null. */
function packagedNode(name) {
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const node = join(dirname(manifest), file);
    return existsSync(node) ? node : null;
  } catch {
    return null;
  }
}

/** Says why there is no Node to run on, and how to get one. */
function fail(reason) {
  const system = `${process.platform}-${process.arch}`;
  process.stderr.write(
    `flowarden: Node ${NEEDED} or newer is needed; this is Node ${process.version} on ${system}, and ${reason}. ` +
      'Run `npm ci` here without --omit=optional, or install Node 24 from https://nodejs.org (`nvm install 24`).\n',
  );
  process.exitCode = 1;
}

/** Runs this file again on another Node, and ends as that one does. It notices by the channel when we are killed. */
function runOn(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // As on Alpine: the packages are built for glibc.
  child.on('error', (error) =>
    fail(`the one in ${dirname(dirname(node))} does not start (${error.message})`),
  );
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
