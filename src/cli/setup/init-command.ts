/** `flowarden init`: writes `flowarden.json` and the pipeline file of the forge that the repository lies on. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { print } from '../../infra/logging/output.ts';
import { installRoot } from '../../infra/process/install-root.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { CONFIG_NAME } from '../config/config-file.ts';
import { repositoryFolder } from '../git/repository-folder.ts';
import { runGit } from '../git/run-git.ts';
import { endIfWrong, optionText, parseOptions, unknownValue } from '../options.ts';
import { configuredAddress } from './config.ts';
import { FORGES, type Forge, PIPELINES, pipelineText } from './pipelines.ts';

const CHOICES = [...FORGES, 'none'] as const;

const USAGE = `flowarden init [--forge ${CHOICES.join('|')}] [--windows] [--agent]

Writes ${CONFIG_NAME} and a pipeline file into the repository around the working folder.
Existing files stay as they are. With FLOWARDEN_URL, jobs install the command from that service.

  --forge F    forge of the pipeline file (default: by the remote and the files that are there)
  --windows    a pipeline file for runners with Windows (GitHub, Azure)
  --agent      write instructions for coding agents, and no pipeline file
  -h, --help   print this
`;

const OPTIONS = {
  forge: { type: 'string' },
  windows: { type: 'boolean' },
  agent: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Options with their values, for completion. */
export const INIT_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  forge: CHOICES,
  windows: [],
  agent: [],
  help: [],
};

const CONFIG = { paths: ['.'], exclude: [], failOn: 'high' };

/** Returns the first configuration; editors find its schema at the service. */
function configText(): string {
  const address = configuredAddress();
  const schema = address === null ? {} : { $schema: `${address}/schemas/flowarden.schema.json` };
  return `${JSON.stringify({ ...schema, ...CONFIG }, null, 2)}\n`;
}

/** Runs the command; resolves with the exit code. @throws StartError (exit 2) for wrong arguments */
export async function initCommand(argv: readonly string[]): Promise<number> {
  const { values, positionals, problems } = parseOptions(argv, OPTIONS);
  if (values.help === true) {
    print(USAGE);
    return 0;
  }
  const given = optionText(values.forge);
  if (given !== undefined && !CHOICES.some((name) => name === given))
    problems.push(unknownValue('forge', given, CHOICES));
  if (positionals.length > 0) problems.push('flowarden init takes no paths.');
  if (given !== undefined && values.agent === true)
    problems.push('--agent writes no pipeline file. Leave --forge out, or run flowarden init twice.');
  endIfWrong(problems, 'init');
  const root = repositoryFolder(process.cwd());
  if (values.agent === true) {
    await putSkill(root);
    return 0;
  }
  await put(root, CONFIG_NAME, configText());
  const forge = given === undefined ? await forgeOf(root) : FORGES.find((name) => name === given);
  if (forge !== undefined) await putPipeline(root, forge, values.windows === true);
  else if (given === undefined)
    print(`No forge was recognised. Name it: flowarden init --forge ${FORGES.join('|')}\n`);
  print('Next: flowarden validate, then flowarden baseline write for what cannot be mended at once.\n');
  return 0;
}

/** Hosts of remotes; an own server usually has the name of its product. */
const HOSTS: readonly (readonly [RegExp, Forge])[] = [
  [/github/i, 'github'],
  [/gitlab/i, 'gitlab'],
  [/dev\.azure\.com|visualstudio\.com/i, 'azure'],
];

async function forgeOf(root: string): Promise<Forge | undefined> {
  const remote = (await runGit(root, ['remote', 'get-url', 'origin'])) ?? '';
  const host = /^(?:\w+:\/\/)?(?:[^@/]*@)?([^/:]+)/.exec(remote)?.[1] ?? '';
  const [, byHost] = HOSTS.find(([pattern]) => pattern.test(host)) ?? [];
  if (byHost !== undefined) return byHost;
  if (existsSync(join(root, '.github/workflows'))) return 'github';
  return FORGES.find((forge) => existsSync(join(root, PIPELINES[forge].path)));
}

async function putPipeline(root: string, forge: Forge, isWindows: boolean): Promise<void> {
  const { path, beside, needs, text: plain, windowsText } = PIPELINES[forge];
  const chosen = isWindows ? windowsText : plain;
  if (chosen === null)
    throw new StartError(`There is no pipeline file of ${forge} for Windows: leave --windows out.`, 2);
  const address = configuredAddress();
  const text = pipelineText(chosen, address);
  if (beside !== null && existsSync(join(root, path))) {
    await put(root, beside.path, text);
    print(`${beside.use}\n`);
  } else {
    await put(root, path, text);
  }
  // A file that names the service needs nothing in the repository; the action for GitHub is always in it.
  if (text === chosen) print(`${needs}\n`);
  else print(`The jobs install the command from ${address}.\n`);
}

/** Folders in which coding agents look for skills: Claude Code in the first, Codex and others in the second. */
const SKILL_FOLDERS = ['.claude/skills', '.agents/skills'];

async function putSkill(root: string): Promise<void> {
  const text = await readFile(join(installRoot(), 'docs/skill/SKILL.md'), 'utf8');
  for (const folder of SKILL_FOLDERS) await put(root, `${folder}/flowarden/SKILL.md`, text);
  print('Next: give your agent the tools. Its command is: flowarden mcp\n');
}

/** Writes a file unless it exists. */
async function put(root: string, path: string, text: string): Promise<void> {
  const full = join(root, path);
  try {
    await mkdir(dirname(full), { recursive: true });
    await writeFile(full, text, { flag: 'wx' });
    print(`Written: ${path}\n`);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new StartError(`${path} cannot be written: ${reason}`, 2, { cause });
    }
    print(`Left as it is: ${path}\n`);
  }
}
