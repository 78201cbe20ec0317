/** State that the tools of one connection share. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { AllowedFolders } from './allowed-folders.ts';
import type { RecentRuns } from './recent-runs.ts';
import { failedResult } from './tool-result.ts';

/** Shared by the tools of one connection. */
export interface McpContext {
  readonly runs: RecentRuns;
  /** True if tools may change files. */
  readonly canWrite: boolean;
  /** Returns the folders that are allowed now: the client may change its roots. */
  folders(): Promise<AllowedFolders>;
  /** Wraps a tool: calls run one after the other, and an error that the model can act on is a result. */
  handler<Input>(run: (input: Input) => Promise<CallToolResult>): (input: Input) => Promise<CallToolResult>;
}

/** Creates the context of a connection. */
export function createContext(
  runs: RecentRuns,
  canWrite: boolean,
  folders: () => Promise<AllowedFolders>,
): McpContext {
  let last: Promise<unknown> = Promise.resolve();
  return {
    runs,
    canWrite,
    folders,
    handler: (run) => (input) => {
      // Each analysis takes all processors: two at once would only double the memory.
      const result = last.then(() => run(input)).catch(failedResult);
      last = result.catch(() => {});
      return result;
    },
  };
}
