/** `flowarden mcp`: a server for coding agents, over standard input and output. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { print } from '../../infra/logging/output.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { MIB } from '../../units.ts';
import { endIfWrong, optionTexts, parseOptions } from '../options.ts';
import { submitConfig } from '../submit/config.ts';
import { realFolders } from './allowed-folders.ts';
import { serveMcp } from './mcp-server.ts';

const USAGE = `flowarden mcp [options]

Serves coding agents by the Model Context Protocol, over standard input and output.
Tools validate files, explain rules and findings, check the gate and propose fixes. They
use files in the folders that the client names, or else in the working folder, and send
nothing anywhere. With FLOWARDEN_URL, FLOWARDEN_API_KEY and FLOWARDEN_ORG_ID further tools read
findings, workflows, history, inventory, dry runs and evidence from that service.

  --root FOLDER   use files in this folder only; may be repeated
  --allow-write   let the agent apply fixes to the files
  -h, --help      print this
`;

const OPTIONS = {
  root: { type: 'string', multiple: true },
  'allow-write': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Options with their values, for completion. */
export const MCP_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  root: [],
  'allow-write': [],
  help: [],
};

/** Largest message of a client: the text of a workflow, escaped as JSON. */
const MESSAGE_BYTES_MAX = 32 * MIB;

/** Runs the command until the client ends the connection. @throws StartError (exit 2) for wrong arguments */
export async function mcpCommand(argv: readonly string[]): Promise<number> {
  const { values, positionals, problems } = parseOptions(argv, OPTIONS);
  if (values.help === true) {
    print(USAGE);
    return 0;
  }
  if (positionals.length > 0) problems.push('flowarden mcp takes no paths: name folders with --root.');
  endIfWrong(problems, 'mcp');
  const roots = optionTexts(values.root);
  const folders = await realFolders(roots);
  if (folders.length < roots.length)
    throw new StartError('A folder of --root is not there. Check the paths.', 2);
  const transport = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: MESSAGE_BYTES_MAX,
  });
  process.stdin.on('end', () => void transport.close());
  await serveMcp({ folders, canWrite: values['allow-write'] === true, service: submitConfig() }, transport);
  return 0;
}
