/** Members that the events of sources share. */
import type { AnnouncedSourceData } from '../../../contract/events/source-data.ts';
import type { AnnouncedSource } from './source-announcements-store.ts';

/** Returns the members that name the source, with its page. */
export const sourceMembers = (
  { sourceId, sourceName, sourceKind }: AnnouncedSource,
  baseUrl: string,
): AnnouncedSourceData => ({
  sourceId,
  sourceName,
  sourceKind,
  reportUrl: `${baseUrl}/sources/${sourceId}`,
});
