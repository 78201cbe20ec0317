/** Coded agents in Python: their manifests and the files of their code, as clues. */
import { folderOf } from '../../../../text/folder-of.ts';
import { derived } from '../../../model/interning/derived.ts';
import type { Clue, FoundClue, ProjectSubject } from '../../../model/project.ts';
import type { Workflow } from '../../../model/workflow.ts';
import { type AgentCode, agentCode } from '../../../semantics/scripts/agent-code.ts';
import { sideText } from './side-files.ts';

/** An entry point of a manifest: `./graph.py:graph`. */
export interface EntryFacts {
  readonly kind: 'entry';
  readonly file: string;
  readonly symbol: string;
}

/** Something in a file of code, with its line from 1. */
export interface CodeFacts {
  readonly kind: string;
  readonly line: number;
  readonly name: string;
}

/** Files beside an agent that do not run with it. */
const BESIDE =
  /(?:^|\/)(?:tests?|evals|evaluations|docs|examples|notebooks|scripts)\/|(?:^|\/)(?:test_[^/]*|conftest|setup)\.py$/i;
const PYTHON = /\.py$/i;

const codeOf = derived((workflow): AgentCode => agentCode(sideText(workflow, PYTHON)!));

/** Yields the entry points of a manifest, and what a rule takes from each file of code. */
export function* codedAgentClues<F extends CodeFacts>(
  workflow: Workflow,
  take: (code: AgentCode, text: string) => Iterable<F>,
): Generator<Clue> {
  if (workflow.kind === 'uipath-coded-agent')
    for (const activity of workflow.activities) {
      const code = activity.properties.find(({ name }) => name === 'code')?.text;
      const [file, symbol = ''] = code?.split(':') ?? [];
      if (file !== undefined)
        yield { at: activity, data: { kind: 'entry', file, symbol } satisfies EntryFacts };
    }
  const text = sideText(workflow, PYTHON);
  if (text === undefined || BESIDE.test(workflow.name)) return;
  for (const facts of take(codeOf(workflow), text))
    yield { at: { at: facts.line - 1, owner: -1, name: facts.name }, data: facts };
}

/** A clue with what it says. */
export type CodeClue<F> = FoundClue & { readonly facts: F };

/** An agent with its code. */
export interface CodedAgent<F> {
  /** Folder of its manifests, with its last slash. */
  readonly folder: string;
  readonly entries: readonly CodeClue<EntryFacts>[];
  readonly code: readonly CodeClue<F>[];
}

/** Returns the coded agents of a project; the code of one is below its manifests, and below no deeper ones. */
export function codedAgentsIn<F extends CodeFacts>({
  clues,
  workflows,
}: ProjectSubject): readonly CodedAgent<F>[] {
  const manifests = workflows.filter(({ kind }) => kind === 'uipath-coded-agent');
  const folders = new Set(manifests.map(({ file }) => folderOf(file)));
  if (folders.size === 0) return [];
  const homeOf = (file: string): string | undefined => {
    for (let folder = folderOf(file); ; folder = folderOf(folder.slice(0, -1))) {
      if (folders.has(folder)) return folder;
      if (folder === '') return undefined;
    }
  };
  const byHome = Map.groupBy(clues, (clue) => homeOf(clue.in.file));
  return [...folders].map((folder) => {
    const own = (byHome.get(folder) ?? []).map((clue) => ({ ...clue, facts: clue.data as EntryFacts | F }));
    const isEntry = (clue: CodeClue<EntryFacts | F>): clue is CodeClue<EntryFacts> =>
      clue.facts.kind === 'entry';
    return {
      folder,
      entries: own.filter(isEntry),
      code: own.filter(
        (clue): clue is CodeClue<F> => !isEntry(clue) && !BESIDE.test(clue.in.file.slice(folder.length)),
      ),
    };
  });
}
