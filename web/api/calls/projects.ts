/** Calls of projects: archives whose files are judged together. */
import type { z } from 'zod';
import type {
  CalledWorkflow,
  CallGraphResponse,
} from '../../../gateway/routes/projects/call-graph-schema.ts';
import type {
  ProjectItem,
  ProjectListItem,
  ProjectListResponse,
  ProjectResponse,
} from '../../../gateway/routes/projects/project-schema.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { type Call, defineCall } from '../define-call.ts';
import { ignoredIn } from './results.ts';

/** Project with what comes in a header. */
export type Project = z.output<typeof ProjectResponse> & { readonly metadataIgnored: readonly string[] };
export type ProjectFile = z.output<typeof ProjectItem>;
export type CallGraph = z.output<typeof CallGraphResponse>;
export type GraphWorkflow = z.output<typeof CalledWorkflow>;
export type ProjectSummary = z.output<typeof ProjectListItem>;

export const listProjects = defineCall<z.output<typeof ProjectListResponse>, { readonly query: QueryValues }>(
  'GET',
  '/api/v1/projects',
);
const projectCall = defineCall<
  z.output<typeof ProjectResponse>,
  { readonly params: { readonly id: string } }
>('GET', '/api/v1/validate/project/{id}');
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
