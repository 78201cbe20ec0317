/** Tools that read from the configured service. None of them changes or decides anything there. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { Operations } from '../../../clients/typescript/src/api.ts';
import { FlowardenError } from '../../../clients/typescript/src/errors.ts';
import { INVENTORY_KINDS } from '../../analysis/model/measures/inventory.ts';
import { SEVERITIES } from '../../analysis/model/rule.ts';
import { FRAMEWORKS } from '../../contract/lists/estate.ts';
import { printError } from '../../infra/logging/output.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { MINUTE_MS } from '../../units.ts';
import type { SubmitConfig } from '../submit/config.ts';
import { connect } from '../submit/connection.ts';
import { explainFailure } from '../submit/explain-failure.ts';
import type { McpContext } from './context.ts';
import { workflowData } from './tool-result.ts';

/** Time of one call with its repetitions. */
const CALL_MS_MAX = MINUTE_MS;
const PAGE_SIZE_MAX = 50;

interface ServiceTool {
  /** Operation of the REST interface, a reading one. */
  readonly operation: keyof Operations;
  readonly description: string;
  readonly input: z.ZodRawShape;
  /** Inputs that are a part of the address. */
  readonly inPath?: readonly string[];
}

const word = z.string().min(1).max(500);
const PAGING = {
  pageSize: z.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE_MAX),
  cursor: word.optional().describe('nextCursor of the page before'),
};

const TOOLS: Readonly<Record<string, ServiceTool>> = {
  service_findings: {
    operation: 'listFindings',
    description: 'Lists findings of the organisation in the service; open ones when no status is given.',
    input: {
      severity: z.enum(SEVERITIES).optional(),
      ruleId: word.optional(),
      repository: word.optional(),
      workflowId: word.optional(),
      q: word.optional().describe('Text in the path, in the id of the rule or in its title'),
      status: z.enum(['open', 'pending', 'waived', 'all']).optional(),
      ...PAGING,
    },
  },
  service_workflows: {
    operation: 'listWorkflows',
    description: 'Lists the workflows that the service knows, each with its last verdict.',
    input: { repository: word.optional(), q: word.optional(), wouldBlock: z.boolean().optional(), ...PAGING },
  },
  service_history: {
    operation: 'listWorkflowRuns',
    description: 'Lists the runs of one workflow in the service, the last one first.',
    input: { workflowId: word, ...PAGING },
    inPath: ['workflowId'],
  },
  service_inventory: {
    operation: 'listInventory',
    description: 'Lists the workflows that use something, such as the host api.example.com or a queue.',
    input: {
      kind: z.enum(INVENTORY_KINDS),
      value: word,
      repository: word.optional(),
      ...PAGING,
    },
  },
  service_dry_run: {
    operation: 'getPolicyDryRun',
    description: 'Reads the result of a dry run of a policy pack that a person has started.',
    input: { id: word },
    inPath: ['id'],
  },
  service_evidence: {
    operation: 'listEvidence',
    description: 'Reads the runs that are evidence for the controls of a framework in a period.',
    input: {
      framework: z.enum(FRAMEWORKS),
      from: word.describe('First day, such as 2026-10-01'),
      to: word.describe('Last day'),
      ...PAGING,
    },
  },
};

/** Registers the tools, if the environment names a service. */
export function registerServiceTools(server: McpServer, context: McpContext, config: SubmitConfig): void {
  if (config.server === undefined) return;
  for (const [name, { operation, description, input: inputSchema, inPath = [] }] of Object.entries(TOOLS))
    server.registerTool(
      name,
      { description, inputSchema, annotations: { readOnlyHint: true, openWorldHint: true } },
      context.handler(async (input: Readonly<Record<string, unknown>>) => {
        const isInPath = ([key]: readonly [string, unknown]): boolean => inPath.includes(key);
        const entries = Object.entries(input);
        const path = Object.fromEntries(entries.filter(isInPath));
        const query = Object.fromEntries(entries.filter((entry) => !isInPath(entry)));
        return workflowData(await called(config, operation, { path, query }));
      }),
    );
}

/** Calls the service with the credentials of the environment. @throws StartError that says what to do */
async function called(config: SubmitConfig, operation: keyof Operations, input: object): Promise<unknown> {
  const note = (sentence: string): void => printError(`flowarden: note: ${sentence}\n`);
  const options = { server: undefined, orgId: undefined, keyFile: undefined };
  const { client, server } = await connect(options, config, note, AbortSignal.timeout(CALL_MS_MAX));
  try {
    // The service checks parameters, and says which one is wrong.
    return await client.call(operation, input as never);
  } catch (error) {
    if (error instanceof FlowardenError) throw new StartError(error.message, 1, { cause: error });
    throw explainFailure(error, server);
  }
}
