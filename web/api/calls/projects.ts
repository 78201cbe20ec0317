/** Calls of projects, archives whose files are judged together, and those that send files. */
import type {
  CalledWorkflow,
  CallGraphResponse,
  ProjectItem,
  ProjectListItem,
  ProjectListResponse,
  ProjectResponse,
  ValidationRunResponse,
} from '../../../src/gen/contract/answers.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { type Call, defineCall } from '../define-call.ts';
import { ignoredIn } from './results.ts';

/** Project with what comes in a header. */
export type Project = ProjectResponse & { readonly metadataIgnored: readonly string[] };
export type ProjectFile = ProjectItem;
export type CallGraph = CallGraphResponse;
export type GraphWorkflow = CalledWorkflow;
export type ProjectSummary = ProjectListItem;

export const listProjects = defineCall<ProjectListResponse, { readonly query: QueryValues }>(
  'GET',
  '/api/v1/projects',
);
const projectCall = defineCall<ProjectResponse, { readonly params: { readonly id: string } }>(
  'GET',
  '/api/v1/validate/project/{id}',
);
export const getProject: Call<Project, { readonly params: { readonly id: string } }> = {
  ...projectCall,
  async send(input, signal) {
    const { body, headers } = await projectCall.receive(input, signal);
    return { ...body, metadataIgnored: ignoredIn(headers) };
  },
};
export const getCallGraph = defineCall<CallGraph, { readonly params: { readonly id: string } }>(
  'GET',
  '/api/v1/projects/{id}/calls',
);

type Form = { readonly body: FormData };

export const submitFile = defineCall<ValidationRunResponse, Form>('POST', '/api/v1/validate/async');
export const submitProject = defineCall<ProjectResponse, Form>('POST', '/api/v1/validate/project');
