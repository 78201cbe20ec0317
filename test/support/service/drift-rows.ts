/** Rows of sources as a pull leaves them, for tests of what is made of them. */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { wholeFormOf } from '../../../src/analysis/forms/whole-form.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';

/** File of an artefact. Without bytes its form is unknown. */
export interface PulledFile {
  readonly path: string;
  readonly bytes?: Buffer;
  /** Version of its form, where it is another one than that of the program. */
  readonly formVersion?: number;
  readonly isGenerated?: boolean;
  readonly isData?: boolean;
  readonly validationId?: string;
}

/** Artefact with its files. */
export interface PulledArtefact {
  readonly name: string;
  /** Identity in its tenant; default: its name. */
  readonly key?: string;
  readonly path?: string;
  readonly place?: string;
  readonly reason?: string;
  readonly presence?: string;
  readonly files?: readonly PulledFile[];
}

/** Stores a source. Returns its id. */
export async function addSource(owner: postgres.Sql, orgId: string, name: string): Promise<string> {
  const id = randomUUID();
  await owner`
    insert into sources (org_id, id, kind, name, settings, created_at, created_by_name, updated_at)
    values (${orgId}, ${id}, 'uipath', ${name}, '{}', now(), 'test', now())`;
  return id;
}

/** Stores an artefact as a pull leaves it. Returns its id. */
export async function addArtefact(
  owner: postgres.Sql,
  orgId: string,
  sourceId: string,
  { name, key = name, path = name, place = '', reason, presence = 'present', files = [] }: PulledArtefact,
): Promise<string> {
  const id = randomUUID();
  await owner`
    insert into source_artefacts (
      org_id, id, source_id, place, key, name, path, kind, marker, version, presence, reason, first_seen, last_seen
    ) values (
      ${orgId}, ${id}, ${sourceId}, ${place}, ${key}, ${name}, ${path}, 'package', '1', '1.4.2', ${presence}, ${reason ?? null},
      now(), now())`;
  for (const file of files) {
    const {
      path: inside,
      bytes,
      formVersion,
      isGenerated = false,
      isData = false,
      validationId = null,
    } = file;
    const whole = bytes && wholeFormOf(openFile(inside, bytes));
    // Another version is part of the digest.
    const form = whole && (formVersion === undefined ? whole.form : 'ff'.repeat(32));
    await owner`
      insert into source_files (org_id, artefact_id, path, generated, is_data, form, connections, form_version, validation_id)
      values (${orgId}, ${id}, ${inside}, ${isGenerated}, ${isData}, decode(${form ?? null}, 'hex'),
        decode(${whole?.connections ?? null}, 'hex'), ${formVersion ?? whole?.version ?? null}, ${validationId})`;
  }
  return id;
}

/** Links an artefact with a folder of a repository. Returns the id of the link. */
export async function addLink(
  owner: postgres.Sql,
  orgId: string,
  link: {
    readonly sourceId: string;
    readonly artefactId?: string;
    readonly prefix?: string;
    readonly folder: string;
    readonly repository?: string;
    readonly state?: string;
  },
): Promise<string> {
  const {
    sourceId,
    artefactId = null,
    prefix = null,
    folder,
    repository = 'bank/robots',
    state = 'confirmed',
  } = link;
  const id = randomUUID();
  await owner`
    insert into source_links (org_id, id, source_id, artefact_id, prefix, repository, folder, state, created_at)
    values (${orgId}, ${id}, ${sourceId}, ${artefactId}, ${prefix}, ${repository}, ${folder}, ${state}, now())`;
  return id;
}
