/** Tools that mend findings: one proposes, one writes if the person who started the server allows it. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { readConfig } from '../config/config-file.ts';
import { readFixArguments } from '../fix/arguments.ts';
import { fixDocument } from '../fix/fix-text.ts';
import { mendFound } from '../fix/mend-found.ts';
import { replaceMended } from '../fix/replace-mended.ts';
import { requireAllowed } from './allowed-folders.ts';
import { findAllowed } from './allowed-inputs.ts';
import type { McpContext } from './context.ts';
import { OFFSET_INPUT, PATHS_INPUT } from './tool-inputs.ts';
import { resultPage, workflowData } from './tool-result.ts';

const FIX = {
  paths: PATHS_INPUT.min(1).describe('Files and folders'),
  rules: z
    .array(z.string().min(1).max(20))
    .max(100)
    .optional()
    .describe('Ids of the rules to mend; absent: all with a fix'),
  unsafe: z
    .boolean()
    .default(false)
    .describe('Also fixes that may change a run; each says its consequence. Ask a person first.'),
};
const PROPOSAL = { ...FIX, offset: OFFSET_INPUT.describe('First fix of the page') };

type FixInput = z.infer<z.ZodObject<typeof FIX>>;
type ProposalInput = z.infer<z.ZodObject<typeof PROPOSAL>>;

/** Registers the tools. */
export function registerFixTools(server: McpServer, context: McpContext): void {
  server.registerTool(
    'propose_fixes',
    {
      title: 'Propose fixes',
      description:
        'Shows what `flowarden fix` would change, cell by cell, and which findings it cannot mend. Writes nothing.',
      inputSchema: PROPOSAL,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    context.handler((input: ProposalInput) => fixed(input, context)),
  );
  if (!context.canWrite) return;
  server.registerTool(
    'apply_fixes',
    {
      title: 'Apply fixes',
      description:
        'Writes the changes that `propose_fixes` shows for the same paths, rules and choice of unsafe fixes. Propose first.',
      inputSchema: FIX,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    context.handler((input: FixInput) => fixed({ ...input, offset: 0 }, context, true)),
  );
}

/** Cells of one fix in a result: a fix that takes hundreds of steps away has as many. */
const CELLS_MAX = 50;

/** Returns the fixes of all files, one after the other: a file may have more of them than a page. */
function fixesOf({ files }: ReturnType<typeof fixDocument>) {
  return files.flatMap(({ path: file, mended, notMended }) => [
    ...mended.map(({ cells, ...fix }) => ({
      file,
      ...fix,
      cells: cells.slice(0, CELLS_MAX),
      cellsTotal: cells.length,
    })),
    ...notMended.map(({ reason, ...fix }) => ({ file, ...fix, notAppliedBecause: reason })),
  ]);
}

/** Mends in memory, and writes on request. The result has one page of fixes, also of those that are written. */
async function fixed(
  { paths, rules = [], unsafe, offset }: ProposalInput,
  context: McpContext,
  isWritten = false,
): Promise<CallToolResult> {
  const folders = await context.folders();
  const config = await readConfig({ file: undefined, isOff: false }, process.cwd());
  const chosen = rules.map((rule) => `--rule=${rule}`);
  const options = readFixArguments([...chosen, ...(unsafe ? ['--unsafe'] : []), '--', ...paths], config);
  // Options stand before the paths: none of them is the help.
  if (options === 'help') return workflowData(null);
  const { policy } = options;
  const files = [policy?.file, policy?.trust].filter((file) => file !== undefined);
  await requireAllowed(files, folders);
  const mended = (await mendFound(await findAllowed(options, folders), options)).files;
  if (isWritten) await replaceMended(mended.filter((file) => file.mended.length > 0));
  const fixes = fixesOf(fixDocument(mended, isWritten));
  const { entries, nextOffset } = resultPage(fixes, offset);
  return workflowData({ written: isWritten, total: fixes.length, fixes: entries, nextOffset });
}
