/** Reads the contents of Git objects through one `git cat-file` process. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { StartError } from '../../infra/process/start-error.ts';
import { gitEnvironment } from './config.ts';
import { safeArguments } from './run-git.ts';

/** Reader of the objects of one repository. */
export interface BlobReader {
  /** Returns the content of an object. @throws StartError (exit 2) when it cannot be read */
  read(id: string): Promise<Buffer>;
  close(): void;
}

interface Waiting {
  readonly resolve: (content: Buffer) => void;
  readonly reject: (error: StartError) => void;
}

/** Creates the reader of the repository around a folder; answers come in the order of the requests. */
export function blobReader(folder: string): BlobReader {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    'git',
    safeArguments(['cat-file', '--batch']),
    { cwd: folder, env: gitEnvironment(), stdio: ['pipe', 'pipe', 'ignore'] },
  );
  const waiting: Waiting[] = [];
  let chunks: Buffer[] = [];
  let length = 0;
  const fail = (): void => {
    for (const { reject } of waiting.splice(0)) reject(unreadable());
  };
  const take = (): void => {
    for (let answer = nextAnswer(); answer !== undefined; answer = nextAnswer()) {
      const { resolve, reject } = waiting.shift()!;
      if (answer === null) reject(unreadable());
      else resolve(answer);
    }
  };
  /** Returns the next whole answer; null: the object is missing; undefined: more bytes are needed. */
  function nextAnswer(): Buffer | null | undefined {
    if (waiting.length === 0 || length === 0) return undefined;
    // Joined only when a header may be complete: large objects come in many pieces.
    const first = chunks[0]!;
    const end = first.indexOf(0x0a);
    if (end === -1 && chunks.length === 1) return undefined;
    if (end === -1) {
      chunks = [Buffer.concat(chunks)];
      return nextAnswer();
    }
    const size = /^\S+ blob (\d+)$/.exec(first.toString('latin1', 0, end))?.[1];
    const bytes = size === undefined ? 0 : Number(size) + 1;
    if (length < end + 1 + bytes) return undefined;
    const all = chunks.length === 1 ? first : Buffer.concat(chunks);
    const rest = all.subarray(end + 1 + bytes);
    chunks = rest.length === 0 ? [] : [rest];
    length = rest.length;
    if (size === undefined) return null;
    // A transfer to a thread takes the whole buffer: the content needs memory of its own.
    const content = Buffer.allocUnsafeSlow(Number(size));
    all.copy(content, 0, end + 1, end + bytes);
    return content;
  }
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    take();
  });
  child.on('error', fail);
  child.on('close', fail);
  child.stdin.on('error', fail);
  return {
    read: (id) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        if (child.exitCode === null && child.stdin.writable) child.stdin.write(`${id}\n`);
        else fail();
      }),
    close: () => child.stdin.end(),
  };
}

function unreadable(): StartError {
  return new StartError(
    'An earlier version of a file cannot be read from the Git repository. In a partial clone it may be missing: fetch it first, or clone without --filter.',
    2,
  );
}
