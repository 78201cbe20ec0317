/** Kinds of UiPath's orchestrations, for rules about some of them. */
import type { Workflow } from '../../../model/workflow.ts';

export const isApiWorkflow = ({ kind }: Pick<Workflow, 'kind'>): boolean => kind === 'uipath-api-workflow';
export const isBpmn = ({ kind }: Pick<Workflow, 'kind'>): boolean => kind === 'uipath-process';
export const isAgent = ({ kind }: Pick<Workflow, 'kind'>): boolean => kind === 'uipath-agent';
export const isCase = ({ kind }: Pick<Workflow, 'kind'>): boolean => kind === 'uipath-case';
