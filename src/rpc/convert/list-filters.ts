/** Reads the filters of lists, without unset ones. */

import type { AllMembers, ReadBy } from '../../contract/complete.ts';
import { FIELD_LIMITS } from '../../gen/contract/field-limits.ts';
import type { ListProjectsRequest } from '../../gen/flowarden/v1/project.ts';
import type { ListValidationsRequest } from '../../gen/flowarden/v1/validation.ts';
import type { ProjectFilters } from '../../service/projects/store/project-list.ts';
import type { FeedFilters } from '../../service/validations/validation-list-store.ts';
import { choiceField, optionalText, platformField, uuidField } from './fields.ts';

/** Reads the filters of the feed; empty texts count as not set. @throws AppError of the first that is wrong */
export function feedFilters(
  request: ReadBy<ListValidationsRequest, keyof FeedFilters | 'projectValidationId' | PageMember>,
): FeedFilters {
  const { passed, platform, projectValidationId, sourceId } = request;
  return present<FeedFilters>({
    ...textFilters(request, ['source', 'label', 'branch', 'repository', 'filename']),
    platform: platform ? platformField(platform) : undefined,
    projectId: projectValidationId ? uuidField('project_validation_id', projectValidationId) : undefined,
    sourceId: sourceId ? uuidField('source_id', sourceId) : undefined,
    passed,
    minScore: request.minScore,
    maxScore: request.maxScore,
    validatedAfter: request.validatedAfter,
    validatedBefore: request.validatedBefore,
  });
}

/** Reads the filters of the list of projects; empty texts count as not set. @throws AppError of the first that is wrong */
export function projectFilters(
  request: ReadBy<ListProjectsRequest, keyof ProjectFilters | PageMember>,
): ProjectFilters {
  return present<ProjectFilters>({
    ...textFilters(request, ['repository', 'branch', 'label', 'source', 'filename']),
    sourceId: request.sourceId ? uuidField('source_id', request.sourceId) : undefined,
    status: choiceField(request.status ?? '') ?? undefined,
    passed: request.passed,
    queuedAfter: request.queuedAfter,
    queuedBefore: request.queuedBefore,
  });
}

/** Members of a request that name a page of a list. */
export type PageMember = 'cursor' | 'pageSize';

/** Returns filters without undefined ones. All must be written, so that none is forgotten. */
export function present<Filters extends object>(
  filters: AllMembers<{ [Name in keyof Filters]: Filters[Name] | undefined }>,
): Filters {
  const entries = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Filters;
}

/** Reads text filters. Stored values are no longer than the metadata limit, so longer filters are rejected. */
export function textFilters<Name extends string>(
  request: Readonly<Partial<Record<Name, string | undefined>>>,
  names: readonly Name[],
): { [Key in Name]: string | undefined } {
  const read = (name: Name) =>
    optionalText(name, request[name] ?? '', FIELD_LIMITS['FeedFilters.repository'].maxLength) ?? undefined;
  return Object.fromEntries(names.map((name) => [name, read(name)])) as { [Key in Name]: string | undefined };
}
