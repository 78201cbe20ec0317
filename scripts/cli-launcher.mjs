#!/usr/bin/env node
// The command of the package. Plain JavaScript: an old Node reads it to say what is missing.
const [major, minor] = process.versions.node.split('.').map(Number);

// Older ones cannot confine the threads that read untrusted files, or colour what they write into a pipe.
if (major >= 24 || (major === 22 && minor >= 15)) {
  import('../dist/src/cli/flowarden.js');
} else {
  process.stderr.write(
    `flowarden: Node 22.15 or newer of version 22, or Node 24 or newer, is needed; this is Node ${process.version}. ` +
      'Install Node 24 from https://nodejs.org (`nvm install 24`).\n',
  );
  // Not 1, which means that a workflow is blocked.
  process.exitCode = 2;
}
