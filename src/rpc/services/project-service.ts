/** `flowarden.v1.ProjectService`: from messages to use cases and back. */

import type { AllMembers, ReadBy } from '../../contract/complete.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import {
  ProjectServiceService,
  type ProjectSubmission as SubmissionMessage,
  type SubmitProjectRequest,
} from '../../gen/flowarden/v1/project.ts';
import { readList } from '../../infra/database/bounded-read.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import { withOrigin } from '../../infra/database/request-origin.ts';
import type { Caller } from '../../service/access/caller.ts';
import { isProjectBlocked, NOTHING_BLOCKS, requireJudged } from '../../service/projects/gate-project.ts';
import type { ProjectDeps } from '../../service/projects/project-deps.ts';
import { readCallGraph } from '../../service/projects/read-call-graph.ts';
import {
  type ReadProject,
  readProject,
  readProjectFindings,
  requireProject,
  watchProject,
} from '../../service/projects/read-project.ts';
import { listProjects } from '../../service/projects/store/project-list.ts';
import type { ProjectRecord } from '../../service/projects/store/project-record.ts';
import { type ProjectSubmission, submitProject } from '../../service/projects/submit-project.ts';
import { requireOwnRepository } from '../../service/teams/require-own-repository.ts';
import { HOUR_MS } from '../../units.ts';
import { toCallGraph } from '../convert/convert-call-graph.ts';
import { toFileFindings, toProgress, toProject, toProjectSummary } from '../convert/convert-project.ts';
import { filenameField, pageSizeField } from '../convert/fields.ts';
import { projectFilters } from '../convert/list-filters.ts';
import { readUpload, type UploadPart } from '../convert/read-upload.ts';
import { decodeSubmitProjectRequest } from '../convert/validate-codec.ts';
import { type RequestMember, readRunFields } from '../convert/validate-request.ts';
import { waitMsOf } from '../convert/wait.ts';
import { defineService, type Service } from '../server/service.ts';
import { readableDiff, requireReader, submitterOf } from './result-readers.ts';

/** The longest watch. */
const PROJECT_WATCH_MS_MAX = HOUR_MS;

/** Generated definition with a decoder that does not copy pieces of archives. */
const DEFINITION = {
  ...ProjectServiceService,
  submitProject: { ...ProjectServiceService.submitProject, requestDeserialize: decodeSubmitProjectRequest },
};

/** Creates the service. */
export function projectService(deps: ProjectDeps): Service {
  const { sql } = deps;
  const queued = (project: ProjectRecord) => {
    const counts = { processed: 0, failed: 0, skipped: 0 };
    const nothing = { counts, items: [], nextCursor: null, blocking: NOTHING_BLOCKS };
    return { project: toProject({ project, ...nothing }, deps) };
  };
  return defineService(DEFINITION, {
    submitProject: {
      callMsDefault: CONTRACT_LIMITS.uploadMsMax + CONTRACT_LIMITS.engineRunMsMax,
      async handle(requests, { caller, requestId, once }) {
        const { content, submission } = readUpload(requests, (request) => partOf(request, caller));
        return submitProject(deps, content, submission, submitterOf(caller), (identity, queue) =>
          once(identity, async ({ storingAnswer }) => {
            await requireOwnRepository(sql, caller, submission().pipeline.repository);
            return queued(await queue(withOrigin(storingAnswer(sql, queued), { requestId })));
          }),
        );
      },
    },
    getProject: {
      async handle({ projectValidationId: id, cursor, waitSeconds, gate }, { caller, signal, deadline }) {
        const { orgId } = caller;
        const input = { cursor: cursor === '' ? null : cursor, waitMs: waitMsOf(waitSeconds, deadline) };
        const mayRead = (project: ProjectRecord) => requireReader(caller, project);
        const read = await readProject(deps, orgId, id, input, signal, mayRead);
        if (gate) await requireJudged(deps, read);
        return { project: toProject(readableBy(caller, read), deps), blocked: isProjectBlocked(read) };
      },
    },
    listProjects: {
      async handle(request, { caller }) {
        const cursor = request.cursor === '' ? null : request.cursor;
        const [filters, pageSize] = [projectFilters(request), pageSizeField(request.pageSize)];
        const page = await readList(sql, caller.orgId, (inner) =>
          listProjects(inner, filters, cursor, pageSize),
        );
        return {
          projects: page.items.map((project) => toProjectSummary(project, deps)),
          nextCursor: page.nextCursor ?? '',
        };
      },
    },
    listProjectFindings: {
      async handle({ projectValidationId: id, cursor }, { caller }) {
        const input = { id, cursor: cursor === '' ? null : cursor };
        const mayRead = (project: ProjectRecord) => requireReader(caller, project);
        const read = await readProjectFindings(sql, caller.orgId, input, mayRead);
        return {
          files: read.files.map((file) => toFileFindings(file, read.project)),
          nextCursor: read.nextCursor ?? '',
        };
      },
    },
    getCallGraph: {
      async handle({ projectValidationId: id }, { caller }) {
        const mayRead = (project: ProjectRecord) => requireReader(caller, project);
        return toCallGraph(await readCallGraph(sql, caller.orgId, id, mayRead), deps);
      },
    },
    watchProject: {
      callMsDefault: PROJECT_WATCH_MS_MAX,
      async *handle({ projectValidationId: id }, { caller, signal }) {
        const { orgId } = caller;
        requireReader(caller, await withOrganisation(sql, orgId, (inner) => requireProject(inner, id)));
        for await (const progress of watchProject(deps, orgId, id, signal)) yield toProgress(progress);
      },
    },
  });
}

function readableBy(caller: Caller, { project, ...rest }: ReadProject): ReadProject {
  const { result } = project;
  const readable = result && { ...result, diff: readableDiff(result.diff, caller) };
  return { ...rest, project: { ...project, result: readable } };
}

/** Returns the part of the upload in a message. */
function partOf({ part }: SubmitProjectRequest, caller: Caller): UploadPart<AllMembers<ProjectSubmission>> {
  if (part?.$case === 'content') return { content: part.value };
  if (part === undefined) return {};
  const request: ReadBy<SubmissionMessage, RequestMember<ProjectSubmission>> = part.value;
  return { submission: { filename: filenameField(request.filename), ...readRunFields(request, caller) } };
}
