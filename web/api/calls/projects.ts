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
import { defineCall } from '../define-call.ts';

export type Project = z.output<typeof ProjectResponse>;
export type ProjectFile = z.output<typeof ProjectItem>;
export type CallGraph = z.output<typeof CallGraphResponse>;
export type GraphWorkflow = z.output<typeof CalledWorkflow>;
export type ProjectSummary = z.output<typeof ProjectListItem>;

export const listProjects = defineCall<z.output<typeof ProjectListResponse>, { readonly query: QueryValues }>(
  'GET',
  '/api/v1/projects',
);
export const getProject = defineCall<Project, { readonly params: { readonly id: string } }>(
  'GET',
  '/api/v1/validate/project/{id}',
);
export const getCallGraph = defineCall<CallGraph, { readonly params: { readonly id: string } }>(
  'GET',
  '/api/v1/projects/{id}/calls',
);
