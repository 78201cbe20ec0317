/** The context of the pipeline run that a file was submitted from. */

/** Proof of a context; no answer has these members. */
interface ContextProof {
  /** An identity token proves the repository; absent: it is the word of the caller. */
  readonly isProven?: true;
  /** The proof names a branch whose files the run has, and none that a stranger chose. */
  readonly runsOwnBranch?: true;
  /** Exceptions for a repository hold only with that proof. */
  readonly needsProof?: true;
}

/** Members of the metadata that were not understood; absent: there are none. */
interface IgnoredMembers {
  readonly ignored?: readonly string[];
}

/** Members about who made a change. */
export const MAKER_FIELDS = ['author', 'agent'] as const;

/** Person and coding agent that made the change, as the caller claims; only changes show them. Absent: not sent. */
type ContextMakers = Readonly<Partial<Record<(typeof MAKER_FIELDS)[number], string>>>;

/** Artefact of a source that a pull has fetched; absent: the run was submitted. No answer shows it. */
interface ContextPulled {
  readonly pulledFrom?: string;
}

/** The normalised context of a pipeline run. Every field is present, null when the caller did not send it. */
export type PipelineContext = Readonly<Record<PipelineField, string | null>> &
  ContextMakers &
  ContextProof &
  ContextPulled &
  IgnoredMembers;

/** The members of a pipeline context, in the order of the published schema. */
export const PIPELINE_FIELDS = [
  'provider',
  'host',
  'repository',
  'branch',
  'commit',
  'prUrl',
  'workflowRunUrl',
  'definitionName',
  'buildNumber',
  'pipelineName',
  'stageName',
  'deploymentId',
  'solutionName',
  'solutionVersion',
  'environmentName',
  'environmentId',
  'deploymentUrl',
] as const;
export type PipelineField = (typeof PIPELINE_FIELDS)[number];

/** Returns what distinguishes equal file names of different automations: what a pull has fetched, the repository, else the solution; null: none is known. */
export function originOf(
  context: Readonly<Partial<Record<'repository' | 'solutionName' | 'pulledFrom', string | null>>> | null,
): string | null {
  return context?.pulledFrom ?? context?.repository ?? context?.solutionName ?? null;
}

/** Returns the origin whose exceptions hold for a run; null: only those for runs without one, and for all. */
export function exceptionScopeOf(context: PipelineContext | null): string | null {
  if (context?.needsProof !== true) return originOf(context);
  return context.isProven === true ? context.repository : null;
}

/** Returns the name by which branches are compared: CI systems send `refs/heads/main` and `main` for the same branch. */
export function branchName(branch: string): string {
  return branch.replace(/^refs\/heads\//, '');
}

/** Returns how CI systems write the branch. */
export function branchSpellings(branch: string): readonly [string, string] {
  const name = branchName(branch);
  return [name, `refs/heads/${name}`];
}
