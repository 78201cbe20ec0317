/** Tools that judge files, by the same steps as `flowarden validate` in the working folder. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { SEVERITIES } from '../../analysis/model/rule.ts';
import { BUILTIN_RULESETS, type BuiltinRuleset } from '../../analysis/model/ruleset.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { readConfig } from '../config/config-file.ts';
import { withPolicy } from '../policy/run-policy.ts';
import { type Arguments, readValidateArguments } from '../validate/arguments.ts';
import type { Input } from '../validate/inputs.ts';
import { type JudgedInputs, judgeInputs } from '../validate/judge-inputs.ts';
import { type AllowedFolders, requireAllowed } from './allowed-folders.ts';
import { findAllowed } from './allowed-inputs.ts';
import type { McpContext } from './context.ts';
import { OFFSET_INPUT, PATH_INPUT, PATHS_INPUT, PLATFORM_INPUT } from './tool-inputs.ts';
import { PAGE_ENTRIES_MAX, resultPage, workflowData } from './tool-result.ts';

const CHOICE = {
  platform: PLATFORM_INPUT.optional().describe('Only files of this platform'),
  ruleset: z
    .enum(Object.keys(BUILTIN_RULESETS) as [BuiltinRuleset, ...BuiltinRuleset[]])
    .optional()
    .describe('Absent: the policy of the repository, or the default ruleset'),
  failOn: z.enum(SEVERITIES).optional().describe('The mildest severity that blocks'),
};
const PATHS = {
  paths: PATHS_INPUT.optional().describe(
    'Files, folders and archives; absent: those of flowarden.json, or the whole working folder',
  ),
  ...CHOICE,
  since: PATH_INPUT.optional().describe('Git revision to compare with: known findings do not block'),
};

type Choice = z.infer<z.ZodObject<typeof CHOICE>>;
type PathsInput = z.infer<z.ZodObject<typeof PATHS>>;

const READS = { readOnlyHint: true, openWorldHint: false };

/** Registers the tools. */
export function registerJudgeTools(server: McpServer, context: McpContext): void {
  server.registerTool(
    'validate',
    {
      title: 'Validate workflow files',
      description:
        'Judges workflow files by the policy of the repository, like `flowarden validate`. Returns the verdict and the first findings, worst first. Read the others with the tool `findings`.',
      inputSchema: PATHS,
      annotations: READS,
    },
    context.handler(async (input: PathsInput) => {
      const judgement = await judgePaths(input, await context.folders());
      return verdictResult(judgement, context);
    }),
  );
  server.registerTool(
    'validate_text',
    {
      title: 'Validate the text of a workflow',
      description:
        'Judges one workflow that is not on disk. `name` is its file name, such as Main.xaml: it decides the format.',
      inputSchema: {
        name: PATH_INPUT,
        text: z.string().min(1).max(CONTRACT_LIMITS.fileBytesSyncMax),
        ...CHOICE,
      },
      annotations: READS,
    },
    context.handler(async ({ name, text, ...choice }: Choice & { name: string; text: string }) => {
      const options = await argumentsOf(choice, [name], await context.folders());
      return verdictResult(await judgeInputs([inputOf(name, text)], options, 'neutral'), context);
    }),
  );
  server.registerTool(
    'gate',
    {
      title: 'Check the gate',
      description:
        'Says whether a pipeline in the mode `blocking` would pass, and which findings block. Use it before a commit.',
      inputSchema: PATHS,
      annotations: READS,
    },
    context.handler(async (input: PathsInput) => {
      const folders = await context.folders();
      const judgement = await judgePaths({ ...input, isBlocking: true }, folders);
      const run = context.runs.add(judgement);
      const blocking = run.findings.filter(({ blocks }) => blocks);
      const { entries, nextOffset } = resultPage(blocking, 0);
      return workflowData({ ...verdictOf(judgement), runId: run.id, blocking: entries, nextOffset });
    }),
  );
  server.registerTool(
    'findings',
    {
      title: 'Read findings of a run',
      description: 'Returns the findings of a run of `validate` or `gate` from an offset on, worst first.',
      inputSchema: {
        runId: z.string().max(64),
        offset: OFFSET_INPUT,
        count: z.number().int().min(1).max(PAGE_ENTRIES_MAX).default(PAGE_ENTRIES_MAX),
      },
      annotations: READS,
    },
    context.handler(async ({ runId, offset, count }: { runId: string; offset: number; count: number }) => {
      const { findings } = context.runs.require(runId);
      const { entries, nextOffset } = resultPage(findings, offset, count);
      return workflowData({ total: findings.length, findings: entries, nextOffset });
    }),
  );
}

/** Reads the arguments as the command does, with the configuration of the working folder. */
export async function argumentsOf(
  {
    platform,
    ruleset,
    failOn,
    since,
    isBlocking = false,
  }: Choice & { since?: string | undefined; isBlocking?: boolean },
  paths: readonly string[],
  folders: AllowedFolders,
): Promise<Arguments> {
  const config = await readConfig({ file: undefined, isOff: false }, process.cwd());
  const mode = isBlocking && failOn === undefined ? 'blocking' : undefined;
  const given = { platform, ruleset, since, 'fail-on': failOn, 'enforcement-mode': mode };
  const options = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );
  const chosen = paths.length > 0 ? paths : (config?.paths ?? []);
  const read = readValidateArguments(
    ['--quiet', ...options, '--', ...(chosen.length > 0 ? chosen : ['.'])],
    config,
  );
  if (read === 'help') throw new StartError('Name paths, not options.', 2);
  const { policy, compare } = read;
  const files = [policy?.file, policy?.trust, compare.baseline].filter((file) => file !== undefined);
  await requireAllowed(files, folders);
  return withPolicy(read);
}

/** Judges the files of the paths. @throws StartError for a path outside the folders of the client */
export async function judgePaths(
  { paths = [], ...choice }: PathsInput & { isBlocking?: boolean },
  folders: AllowedFolders,
): Promise<JudgedInputs> {
  const options = await argumentsOf(choice, paths, folders);
  return judgeInputs(await findAllowed(options, folders), options, 'neutral');
}

function inputOf(name: string, text: string): Input {
  const bytes = Buffer.from(text);
  const file = { path: name, id: name, sizeBytes: bytes.length, read: async () => Buffer.from(bytes) };
  return { kind: 'file', realPath: name, name, files: [file], leftOut: [], elsewhere: [] };
}

/** Returns what a run comes to, without its findings. */
function verdictOf({ document, gate, empty, stale, exitCode }: JudgedInputs) {
  const { passed, score, summary, wouldBlock, files, comparison } = document;
  const failed = files.flatMap(({ path: file, status, error }) =>
    status === 'failed' ? [{ path: file, error: error?.message }] : [],
  );
  return {
    passed,
    exitCode,
    score,
    mode: gate.mode,
    failOn: gate.failOn,
    wouldBlock,
    summary,
    workflows: files.filter(({ status }) => status === 'completed').length,
    notJudged: failed.slice(0, PAGE_ENTRIES_MAX),
    notJudgedCount: failed.length,
    ...(empty.length === 0 ? {} : { problems: empty.slice(0, PAGE_ENTRIES_MAX) }),
    ...(stale === null ? {} : { note: stale }),
    ...(comparison === undefined ? {} : { comparison }),
  };
}

function verdictResult(judgement: JudgedInputs, { runs }: McpContext): CallToolResult {
  const run = runs.add(judgement);
  const { entries, nextOffset } = resultPage(run.findings, 0);
  return workflowData({
    ...verdictOf(judgement),
    runId: run.id,
    total: run.findings.length,
    findings: entries,
    nextOffset,
  });
}
