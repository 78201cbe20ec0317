/** Calls of GitHub's REST API: the upload to code scanning, and the comment in a pull request. */
import { gzipSync } from 'node:zlib';
import type { JobEvent } from './event.ts';

const TIMEOUT_MS = 30_000;
/** GitHub rejects longer comments. */
const COMMENT_CHARACTERS_MAX = 65_000;
/** Pages of 100 comments that are searched for an earlier one. */
const PAGES_MAX = 10;
/** Marks the comment of this action; Markdown shows no HTML comment. */
const MARKER = '<!-- flowarden -->';

/** Access to the API. */
export interface Api {
  /** Address without a slash at the end. */
  readonly url: string;
  readonly token: string;
}

/** Rejected call. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(`GitHub answered ${status}: ${message}`);
    this.status = status;
  }
}

async function call(api: Api, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${api.token}`,
      'x-github-api-version': '2022-11-28',
      'user-agent': 'flowarden-action',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    // The token is for this host alone.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, messageOf(text));
  return text === '' ? null : JSON.parse(text);
}

function messageOf(text: string): string {
  try {
    return String((JSON.parse(text) as { message?: unknown }).message ?? '');
  } catch {
    return text.slice(0, 200);
  }
}

/** Uploads a SARIF log to code scanning. @throws ApiError; TypeError without a connection */
export async function uploadSarif(api: Api, event: JobEvent, sarif: Buffer): Promise<void> {
  await call(api, 'POST', `/repos/${event.repository}/code-scanning/sarifs`, {
    commit_sha: event.commit,
    ref: event.ref,
    sarif: gzipSync(sarif).toString('base64'),
    tool_name: 'Flowarden',
  });
}

interface Comment {
  readonly id: number;
  readonly body?: string;
  readonly user?: { readonly login?: string } | null;
}

/** Author of comments that are written with the token of the job. */
const JOB_AUTHOR = 'github-actions[bot]';

/** Returns who writes comments with this token: that of a job may not read its own account. */
async function authorOf(api: Api): Promise<string> {
  try {
    return ((await call(api, 'GET', '/user')) as { readonly login: string }).login;
  } catch (error) {
    if (error instanceof ApiError) return JOB_AUTHOR;
    throw error;
  }
}

/** Writes the comment of the pull request, or a new text into the one that is there. @throws ApiError */
export async function writeComment(
  api: Api,
  { repository, pullRequest }: JobEvent,
  text: string,
): Promise<void> {
  const body = `${MARKER}\n${text}`.slice(0, COMMENT_CHARACTERS_MAX);
  const comments = `/repos/${repository}/issues/${pullRequest}/comments`;
  const author = await authorOf(api);
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const found = (await call(api, 'GET', `${comments}?per_page=100&page=${page}`)) as readonly Comment[];
    const own = found.find(
      // A stranger's comment can begin with the mark too.
      (comment) => comment.user?.login === author && comment.body?.startsWith(MARKER),
    );
    if (own !== undefined) {
      await call(api, 'PATCH', `/repos/${repository}/issues/comments/${own.id}`, { body });
      return;
    }
    if (found.length < 100) break;
  }
  await call(api, 'POST', comments, { body });
}
