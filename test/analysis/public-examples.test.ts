/**
 * Vendors' public examples of agents, flows, cases, processes and solutions: each is read as its kind, with as many
 * steps, edges, calls and entries as its own text has by a plain count that shares no code with the readers.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseDocument } from 'yaml';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import type { FileKind } from '../../src/analysis/model/kinds/file-kind.ts';
import type { Workflow } from '../../src/analysis/model/workflow.ts';
import { openFile } from '../../src/analysis/platforms/input-file.ts';
import { readWorkflows } from '../../src/analysis/platforms/read-workflows.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { AppError } from '../../src/errors.ts';
import { absenceOf, type PublicFile, publicFiles } from '../support/files/public-repositories.ts';

// biome-ignore lint/suspicious/noExplicitAny: any JSON
type Json = any;

/** What a plain look at a file says of it. */
interface Expected {
  readonly kind: FileKind;
  /** What is counted, as the reader should have it. */
  readonly counts: Readonly<Record<string, number>>;
}

/** What a reader says of a file. */
type Counted = (workflow: Workflow) => Readonly<Record<string, number>>;

interface Subject {
  readonly path: RegExp;
  /** Returns undefined for a file of no such kind. */
  expected(file: PublicFile): Expected | undefined;
  readonly counted: Counted;
  /** Least number of such files in each repository that has some; fewer mean that the pattern is wrong. */
  readonly least: Readonly<Record<string, number>>;
}

const SKILLS = 'UiPath/skills';
const COPILOT = 'microsoft/skills-for-copilot-studio';
const KIT = 'microsoft/Power-CAT-Copilot-Studio-Kit';
const COMMITS: Readonly<Record<string, string>> = {
  [SKILLS]: 'b1206c8b6f9a15589d1d9c30116c4d006e4e9fc2',
  [COPILOT]: '5c1cc83daedf1bf613ec6f661c991f62013b24c7',
  [KIT]: '85e8119a5344b8e234a8132c3858e4732725c50c',
};

function json({ bytes }: PublicFile): Json {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

const BPMN_STEP =
  /<(?:\w+:)?(?:task|userTask|serviceTask|sendTask|receiveTask|scriptTask|businessRuleTask|manualTask|callActivity|subProcess|exclusiveGateway|parallelGateway|inclusiveGateway|eventBasedGateway|startEvent|endEvent|intermediateCatchEvent|intermediateThrowEvent|boundaryEvent)[\s>]/g;
const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

const SUBJECTS: Readonly<Record<string, Subject>> = {
  flows: {
    path: /\.flow$/,
    expected(file) {
      const flow = json(file);
      if (!Array.isArray(flow?.nodes) || !Array.isArray(flow.edges)) return undefined;
      return { kind: 'uipath-flow', counts: { steps: flow.nodes.length } };
    },
    counted: ({ activities }) => ({ steps: activities.length }),
    least: { [SKILLS]: 7 },
  },
  processes: {
    path: /\.bpmn$/,
    expected({ bytes }) {
      const text = bytes.toString('utf8').replace(/<!--[\s\S]*?-->/g, '');
      if (!text.includes('uipath.org/schema/bpmn')) return undefined;
      const counts = { steps: count(text, BPMN_STEP), edges: count(text, /<(?:\w+:)?sequenceFlow[\s>]/g) };
      return { kind: 'uipath-process', counts };
    },
    counted: ({ activities, transitions }) => ({ steps: activities.length, edges: transitions.length }),
    least: { [SKILLS]: 10 },
  },
  agents: {
    path: /(?:^|\/)agent\.json$/,
    expected(file) {
      const agent = json(file);
      if (agent?.type !== 'lowCode') return undefined;
      return {
        kind: 'uipath-agent',
        counts: { inputs: Object.keys(agent.inputSchema?.properties ?? {}).length },
      };
    },
    counted: (workflow) => ({
      inputs: workflow.arguments.filter(({ direction }) => direction === 'in').length,
    }),
    least: { [SKILLS]: 16 },
  },
  resources: {
    path: /(?:^|\/)resource\.json$/,
    expected(file) {
      const resource = json(file);
      return resource?.$resourceType === undefined
        ? undefined
        : { kind: 'uipath-agent-resource', counts: { steps: 1 } };
    },
    counted: ({ activities }) => ({ steps: activities.length }),
    least: { [SKILLS]: 10 },
  },
  solutions: {
    path: /\.uipx$/,
    expected(file) {
      const projects = json(file)?.Projects;
      if (!Array.isArray(projects)) return undefined;
      return { kind: 'uipath-solution', counts: { projects: projects.length } };
    },
    counted: ({ references }) => ({ projects: references.length }),
    least: { [SKILLS]: 20 },
  },
  evaluations: {
    path: /(?:^|\/)eval-sets\/[^/]+\.json$/,
    expected(file) {
      const cases = json(file)?.evaluations;
      return Array.isArray(cases)
        ? { kind: 'uipath-evaluation-set', counts: { cases: cases.length } }
        : undefined;
    },
    counted: ({ settings }) => ({ cases: Number(settings.get('evaluations')) }),
    least: { [SKILLS]: 5 },
  },
  cases: {
    path: /(?:^|\/)caseplan\.json$/,
    expected(file) {
      const plan = json(file);
      const nodes: Json[] = plan?.nodes ?? [];
      if (plan?.metadata?.caseIdentifier === undefined && plan?.root?.data?.caseIdentifier === undefined)
        return undefined;
      return {
        kind: 'uipath-case',
        counts: { stages: nodes.filter(({ type }) => /Stage$/.test(type)).length },
      };
    },
    counted: ({ activities }) => ({ stages: activities.filter(({ type }) => /stage$/i.test(type)).length }),
    least: { [SKILLS]: 1 },
  },
  'parts of agents': {
    path: /\.mcs\.ya?ml$|(?:^|\/)botcomponents\/[^/]+\/data$/,
    expected({ bytes }) {
      const text = bytes.toString('utf8');
      if (!/^(?:kind|schemaName|connectionReferences|mcs\.metadata):/m.test(text)) return undefined;
      const dialogs = (value: Json): number =>
        (typeof value?.kind === 'string' &&
        /^(?:SendActivity|Question|HttpRequestAction|BeginDialog)$/.test(value.kind)
          ? 1
          : 0) +
        (value !== null && typeof value === 'object'
          ? Object.values(value).reduce((sum: number, each) => sum + dialogs(each), 0)
          : 0);
      return {
        kind: 'copilot-studio-part',
        counts: { steps: dialogs(parseDocument(text, { uniqueKeys: false }).toJS()) },
      };
    },
    counted: ({ activities }) => ({
      steps: activities.filter(({ type }) =>
        /^(?:SendActivity|Question|HttpRequestAction|BeginDialog)$/.test(type),
      ).length,
    }),
    least: { [COPILOT]: 10, [KIT]: 10 },
  },
};

/** Returns what a reader says, in the shape of what is expected. */
function foundIn({ path, bytes }: PublicFile, counted: Counted): Expected | string {
  try {
    const { kind, workflows } = readWorkflows(openFile(path, bytes));
    return { kind, counts: counted(workflows[0]!) };
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

const GENERATED = /(?:^|\/)\.agent-builder\//;

for (const [repository, commit] of Object.entries(COMMITS))
  describe(`the examples of ${repository}`, { skip: absenceOf(repository) }, () => {
    for (const [title, { path, expected, counted, least }] of Object.entries(SUBJECTS)) {
      const minimum = least[repository];
      if (minimum === undefined) continue;
      it(`${title} are read whole`, (t) => {
        const wrong: unknown[] = [];
        let files = 0;
        for (const file of publicFiles(repository, commit, path)) {
          const wanted = GENERATED.test(file.path) ? undefined : expected(file);
          if (wanted === undefined) continue;
          files += 1;
          const found = foundIn(file, counted);
          try {
            assert.deepEqual(found, wanted);
          } catch {
            wrong.push([file.path, found, wanted]);
          }
        }
        t.diagnostic(`${files} files`);
        assert.deepEqual(wrong, []);
        assert.ok(files >= minimum, `${files} files, at least ${minimum} are known`);
      });
    }

    it('are judged without an error of a rule, with each place inside its file', () => {
      const engine = createEngine(RULES);
      const pattern =
        /(?:\.flow|\.bpmn|\.uipx|agent\.json|resource\.json|caseplan\.json|\.mcs\.ya?ml|\/data)$/;
      for (const { path, bytes } of publicFiles(repository, commit, pattern)) {
        const task = {
          bytes,
          filename: path,
          platform: undefined,
          ruleset: 'strict',
          findingsMax: 1_000,
        } as const;
        try {
          const { findings, ruleErrors } = engine.validate(task);
          assert.deepEqual(ruleErrors, [], path);
          const lines = bytes.toString('latin1').split('\n').length;
          for (const { location } of findings) assert.ok(location.line >= 1 && location.line <= lines, path);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
        }
      }
    });
  });
