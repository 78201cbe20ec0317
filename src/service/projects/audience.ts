/** Receivers of events about the files of a project. */
import type { Audience } from '../../contract/event.ts';
import type { ProjectRecord } from './store/project-record.ts';

/** Returns who learns of the results of files. Chats get one message when the project has ended; of pulls no one does. */
export function audienceOf({ pullId }: Pick<ProjectRecord, 'pullId'>): Audience {
  return pullId === null ? 'generic' : 'none';
}
