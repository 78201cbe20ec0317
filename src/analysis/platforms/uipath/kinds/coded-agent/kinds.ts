/** Files of coded agents and functions in Python: how each is known. */
import type { KindReader } from '../../../kinds/kind-reader.ts';
import { readPythonProject } from './python-project.ts';
import { isBindings, isCodedAgent, isCodedEntryPoints, readCodedAgent } from './read.ts';

/** Manifests by the names that the SDK and its frameworks give them. */
export const CODED_AGENT_MANIFEST =
  /(?:^|\/)(?:uipath|langgraph|llama_index|openai_agents|google_adk|pydantic_ai|agent_framework)\.json$/i;

/** Every such kind, one an entry. */
export const CODED_AGENTS: readonly KindReader[] = [
  {
    kind: 'uipath-coded-agent',
    path: CODED_AGENT_MANIFEST,
    syntax: 'json',
    marks: ['"graphs"', '"functions"', '"workflows"', '"agents"', '"entryPoints"', '"resources"'],
    isOne: (file) => isCodedAgent(file.json()),
    read: (file) => [readCodedAgent(file, 'uipath-coded-agent')],
  },
  {
    kind: 'uipath-coded-agent-part',
    path: /(?:^|\/)entry-points\.json$/i,
    syntax: 'json',
    marks: ['"entryPoints"'],
    isOne: (file) => isCodedEntryPoints(file.json()),
    read: (file) => [readCodedAgent(file, 'uipath-coded-agent-part')],
  },
  // `bindings_v2.json` repeats what agents, flows and processes say of their resources.
  {
    kind: 'uipath-coded-agent-part',
    path: /(?:^|\/)bindings\.json$/i,
    syntax: 'json',
    marks: ['"resources"'],
    isDistinctive: false,
    isOne: (file) => isBindings(file.json()),
    read: (file) => [readCodedAgent(file, 'uipath-coded-agent-part')],
  },
  // A table at the start of TOML looks like a list of JSON.
  ...(['other', 'json'] as const).map(
    (syntax): KindReader => ({
      kind: 'uipath-coded-agent-part',
      path: /(?:^|\/)pyproject\.toml$/i,
      syntax,
      marks: ['"uipath', "'uipath"],
      isDistinctive: false,
      read: (file) => [readPythonProject(file)],
    }),
  ),
];
