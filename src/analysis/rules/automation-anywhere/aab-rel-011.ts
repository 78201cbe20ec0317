/** The export lacks a bot that it runs, or a file that it needs. */
import type { Project } from '../../model/project.ts';
import { defineRule, type Problem } from '../../model/rule.ts';

const EMPTY = '{"nodes":[],"variables":[],"packages":[]}';
const run = (bot: string): string =>
  `{"commandName":"runTask","packageName":"TaskBot","attributes":[{"name":"taskbot","value":{"type":"TASKBOT","taskbotFile":{"type":"FILE","string":"repository:///Automation%20Anywhere/Bots/${bot}"}}}]}`;
const manifest = (...files: readonly string[]): string =>
  `-- manifest.json --\n{"files":[${files.join(',')}],"packages":[]}\n`;
const bot = (name: string, more = ''): string =>
  `{"path":"Automation Anywhere\\\\Bots\\\\${name}","contentType":"application/vnd.aa.taskbot"${more}}`;

const needs = (name: string): string =>
  `{"path":"Automation Anywhere\\\\Bots\\\\Main","scannedDependencies":["Automation Anywhere\\\\Bots\\\\${name}"]}`;

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/')).toLowerCase();

/**
 * Returns a test whether a bot or file should be in the upload. An export has all that its bots need; a Git repository
 * may hold only some folders of the Control Room, and implies nothing about the others.
 */
function expectation(project: Project): (target: string) => boolean {
  const isExport = project.workflows.some(({ file }) => /(?:^|\/)manifest\.json$/i.test(file));
  if (isExport) return () => true;
  const folders = new Set(project.workflows.map(({ artifactKey }) => folderOf(artifactKey)));
  return (target) => folders.has(folderOf(target));
}

function* missingFiles(project: Project, reported: ReadonlySet<string>): Generator<Problem> {
  const isExpected = expectation(project);
  for (const workflow of project.workflows) {
    for (const reference of workflow.references) {
      const path = reference.target.toLowerCase();
      if (reference.kind !== 'file' || reported.has(path) || !path.startsWith('automation anywhere/'))
        continue;
      if (project.hasFile(reference.target) || !isExpected(reference.target)) continue;
      const message = `"${reference.detail}" needs "${reference.target}", which is not in the export.`;
      yield { in: workflow, at: reference, subject: reference.target, message, group: path };
    }
  }
}

export const rule = defineRule({
  id: 'AAB-REL-011',
  version: 4,
  title: 'Called bot or file is missing',
  platforms: ['automation-anywhere'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The import fails, or the bot stops where it needs what is missing.',
  fix: 'Export the bot together with its dependencies, or correct the path.',
  compliance: ['INTEG'],
  groupBy: 'missing dependency',
  options: {},
  level: 'project',
  *check(project) {
    if (!project.isComplete) return;
    const excluded = new Set(
      project.workflows.flatMap(({ settings }) =>
        Object.keys(settings)
          .filter((key) => key.startsWith('excluded.'))
          .map((key) => key.slice('excluded.'.length).toLowerCase()),
      ),
    );
    const reported = new Set(excluded);
    const isExpected = expectation(project);
    for (const workflow of project.workflows) {
      for (const call of workflow.calls) {
        const callee = project.calleeOf(workflow, call);
        if (callee.status !== 'missing' || excluded.has(callee.what.toLowerCase())) continue;
        if (!isExpected(callee.what)) continue;
        const group = callee.what.toLowerCase();
        reported.add(group);
        const message = `The bot runs "${callee.what}", which is not in the export.`;
        yield { in: workflow, at: call, subject: callee.what, message, group };
      }
    }
    yield* missingFiles(project, reported);
  },
  examples: {
    'automation-anywhere': {
      bad: [
        `${manifest(bot('Main'))}-- Automation Anywhere/Bots/Main --\n${run('Log%20in')}`,
        `${manifest(bot('Main', ',"scannedDependencies":["Automation Anywhere\\\\Bots\\\\rates.xlsx"]'))}-- Automation Anywhere/Bots/Main --\n${EMPTY}`,
        `-- Automation Anywhere/Bots/bot_Main/content.json --\n${run('Log%20in')}\n-- Automation Anywhere/Bots/bot_Main/dependencies.json --\n${needs('Log in')}\n-- Automation Anywhere/Bots/bot_Log out/content.json --\n${EMPTY}`,
        // Missing for both the bot and the manifest: one finding.
        `${manifest(bot('Main', ',"scannedDependencies":["Automation Anywhere\\\\Bots\\\\Log in"]'))}-- Automation Anywhere/Bots/Main --\n${run('Log%20in')}`,
        // One bot that two bots run, in three places, and another one.
        `${manifest(bot('Main'), bot('Late'))}-- Automation Anywhere/Bots/Main --\n{"nodes":[${run('Log%20in')},${run('Log%20in')}]}\n-- Automation Anywhere/Bots/Late --\n${run('LOG%20in')}`,
        {
          text: `${manifest(bot('Main'))}-- Automation Anywhere/Bots/Main --\n{"nodes":[${run('Log%20in')},${run('Log%20out')}]}`,
          findings: 2,
        },
        // A file that two bots need.
        `${manifest(bot('Main', ',"scannedDependencies":["Automation Anywhere\\\\Bots\\\\rates.xlsx"]'), bot('Late', ',"scannedDependencies":["Automation Anywhere\\\\Bots\\\\rates.xlsx"]'))}-- Automation Anywhere/Bots/Main --\n${EMPTY}\n-- Automation Anywhere/Bots/Late --\n${EMPTY}`,
      ],
      good: [
        // The folders of the Git integration.
        `-- Automation Anywhere/Bots/bot_Main/content.json --\n${run('Log%20in')}\n-- Automation Anywhere/Bots/bot_Main/dependencies.json --\n${needs('Log in')}\n-- Automation Anywhere/Bots/bot_Log in/content.json --\n${EMPTY}`,
        `${manifest(bot('Main'), bot('Log in'))}-- Automation Anywhere/Bots/Main --\n${run('Log%20in')}\n-- Automation Anywhere/Bots/Log in --\n${EMPTY}`,
        // Near miss: the repository does not hold this folder of the Control Room.
        `-- Automation Anywhere/Bots/bot_Main/content.json --\n${run('COMMON/Log')}\n-- Automation Anywhere/Bots/bot_Main/dependencies.json --\n${needs('COMMON\\\\Log')}`,
        // Left out of the export on purpose.
        `${manifest(bot('Main'), bot('Log in', ',"excluded":true'))}-- Automation Anywhere/Bots/Main --\n${run('Log%20in')}`,
        // Near miss: chosen at run time.
        `${manifest(bot('Main'))}-- Automation Anywhere/Bots/Main --\n{"commandName":"runTask","packageName":"TaskBot","attributes":[{"name":"taskbot","value":{"type":"TASKBOT","taskbotFile":{"type":"FILE","expression":"$sBot$"}}}]}`,
      ],
    },
  },
});
