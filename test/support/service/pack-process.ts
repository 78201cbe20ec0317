/** Process that a test kills: `move DATABASE_URL ENDPOINT ORGANISATION` moves results, `delete … BLOB` deletes a blob. */
import { openBlobs } from '../../../src/infra/blobs/open-blobs.ts';
import { connectOwner } from '../../../src/infra/database/database.ts';
import { packNextResults } from '../../../src/service/results/bodies/pack-results.ts';
import { DAY_MS } from '../../../src/units.ts';
import { bucketAt } from './bucket.ts';

const [work, url = '', endpoint = '', orgId = '', blobId = ''] = process.argv.slice(2);
const sql = connectOwner(url, 2);
const blobs = await openBlobs(sql, bucketAt(endpoint));
if (work === 'delete') await blobs.delete(orgId, blobId);
else await packNextResults({ sql, contents: blobs.contents! }, orgId, new Date(Date.now() + DAY_MS));
